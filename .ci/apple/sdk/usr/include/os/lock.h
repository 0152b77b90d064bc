#pragma once
#include <_types.h>
#pragma clang assume_nonnull begin
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
               availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_lock(os_unfair_lock_t lock);
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
               availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_unlock(os_unfair_lock_t lock);
#pragma clang assume_nonnull end
