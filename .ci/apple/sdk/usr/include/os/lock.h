#pragma once
#include <_types.h>
#pragma clang assume_nonnull begin
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
__SINCE_2016 void os_unfair_lock_lock(os_unfair_lock_t lock);
__SINCE_2016 void os_unfair_lock_unlock(os_unfair_lock_t lock);
#pragma clang assume_nonnull end
