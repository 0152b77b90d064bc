#pragma once
#include <_types.h>
#pragma clang assume_nonnull begin
#if defined(__LP64__)
#define __PTHREAD_SIZE__(lp64, ilp32) lp64
#else
#define __PTHREAD_SIZE__(lp64, ilp32) ilp32
#endif
typedef struct _opaque_pthread_mutex_t {
    long __sig;
    char __opaque[__PTHREAD_SIZE__(56, 40)];
} pthread_mutex_t;
typedef struct _opaque_pthread_condattr_t {
    long __sig;
    char __opaque[__PTHREAD_SIZE__(8, 4)];
} pthread_condattr_t;
typedef struct _opaque_pthread_cond_t {
    long __sig;
    char __opaque[__PTHREAD_SIZE__(40, 24)];
} pthread_cond_t;
typedef struct _opaque_pthread_once_t {
    long __sig;
    char __opaque[__PTHREAD_SIZE__(8, 4)];
} pthread_once_t;
typedef unsigned long pthread_key_t;
// clang-format off
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
// clang-format on
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *_Nullable);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
int pthread_setspecific(pthread_key_t, const void *_Nullable);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_main_np(void);
#pragma clang assume_nonnull end
