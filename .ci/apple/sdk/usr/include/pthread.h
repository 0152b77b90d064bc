#pragma once
#include <_types.h>
#pragma clang assume_nonnull begin
#if defined(__LP64__)
#define __PTHREAD_TYPE__(name, lp64, ilp32) typedef struct _opaque_##name { long __sig; char __opaque[lp64]; } name
#else
#define __PTHREAD_TYPE__(name, lp64, ilp32) typedef struct _opaque_##name { long __sig; char __opaque[ilp32]; } name
#endif
__PTHREAD_TYPE__(pthread_mutex_t, 56, 40);
__PTHREAD_TYPE__(pthread_cond_t, 40, 24);
__PTHREAD_TYPE__(pthread_once_t, 8, 4);
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
#define PTHREAD_COND_INITIALIZER {0x3CB0B1BB, {0}}
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_main_np(void);
typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
size_t pthread_get_stacksize_np(pthread_t);
void *pthread_get_stackaddr_np(pthread_t);
#pragma clang assume_nonnull end
