#if defined(__linux__)
// For pthread_getattr_np.
#define _GNU_SOURCE
#endif

#include "CWormer.h"
#include "images.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif !defined(__APPLE__)
#include <sched.h>
#endif

uint64_t wormer_watchers = 0;
intptr_t wormer_counters[WORMER_COUNTERS] = {0};
void *wormer_pointers[WORMER_POINTERS] = {0};

// MARK: - The lock

#if !defined(__APPLE__)
static bool take(wormer_lock *lock) {
    uint32_t expected = 0;
    return __atomic_compare_exchange_n(lock, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void wormer_wait_for_lock(wormer_lock *lock) {
    // Most locks are held for less time than a system call takes.
    for (int tries = 0; tries < 20; tries++) {
        if (__atomic_load_n(lock, __ATOMIC_RELAXED) == 0 && take(lock)) {
            return;
        }
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0) {
#if defined(__linux__)
        syscall(SYS_futex, lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
#else
        sched_yield();
#endif
    }
}

void wormer_wake_waiting(wormer_lock *lock) {
#if defined(__linux__)
    syscall(SYS_futex, lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#else
    (void)lock;
#endif
}
#endif

void wormer_call_acquire(wormer_lock *lock) {
    wormer_acquire(lock);
}

void wormer_call_release(wormer_lock *lock) {
    wormer_release(lock);
}

// MARK: - Waiting

static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;

void wormer_lock_waiting(void) {
    pthread_mutex_lock(&waiting);
}

void wormer_unlock_waiting(void) {
    pthread_mutex_unlock(&waiting);
}

static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;

void wormer_sleep(void) {
    pthread_cond_wait(&finished, &waiting);
}

void wormer_wake_all(void) {
    pthread_cond_broadcast(&finished);
}

// MARK: - What belongs to a thread

_Thread_local wormer_stack wormer_thread = {0};

// On Linux, the main thread is the one whose number is that of the process.
static bool is_main_thread(void) {
    if (wormer_thread.is_main == 0) {
#if defined(__linux__)
        bool is_main = syscall(SYS_gettid) == getpid();
#else
        bool is_main = pthread_main_np() != 0;
#endif
        wormer_thread.is_main = is_main ? 1 : 2;
    }
    return wormer_thread.is_main == 1;
}

enum { STACK_TO_LEAVE = 128 * 1024 };

// Returns the address below which the thread's stack is nearly used up, or 1 if it is unknown.
static uintptr_t find_limit_of_stack(void) {
    void *end = NULL;
    size_t size = 0;
#if defined(__APPLE__)
    size = pthread_get_stacksize_np(pthread_self());
    end = (char *)pthread_get_stackaddr_np(pthread_self()) - size;
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &end, &size);
        pthread_attr_destroy(&attributes);
    }
#endif
    return end == NULL ? 1 : (uintptr_t)end + (size / 4 < STACK_TO_LEAVE ? size / 4 : STACK_TO_LEAVE);
}

bool wormer_stack_is_low(void) {
    if (wormer_thread.limit_of_stack == 0) {
        wormer_thread.limit_of_stack = find_limit_of_stack();
    }
    // The thread may run on another stack, about which nothing is known.
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), limit = wormer_thread.limit_of_stack;
    return here < limit && limit - here < STACK_TO_LEAVE;
}

// MARK: - Failures in tests

static wormer_failure_handler failure_handler = NULL;

void wormer_set_failure_handler(wormer_failure_handler handler) {
    __atomic_store_n(&failure_handler, handler, __ATOMIC_RELEASE);
}

bool wormer_record_failure(const char *text, const void *location, bool ends_process, bool is_warning) {
    wormer_failure_handler handler = __atomic_load_n(&failure_handler, __ATOMIC_ACQUIRE);
    return handler != NULL && handler(text, location, ends_process, is_warning);
}

void wormer_print_error(const char *text) {
    fprintf(stderr, "%s\n", text);
}

// MARK: - The system

// libdispatch comes with Swift's concurrency runtime, but its headers may be missing.
struct dispatch_queue_s;
extern struct dispatch_queue_s _dispatch_main_q;
extern void dispatch_queue_set_specific(
    struct dispatch_queue_s *queue, const void *key, void *context, void (*destructor)(void *));
extern void *dispatch_get_specific(const void *key);

static char main_queue_key;
static pthread_once_t main_queue_mark = PTHREAD_ONCE_INIT;

static void mark_main_queue(void) {
    dispatch_queue_set_specific(&_dispatch_main_q, &main_queue_key, &main_queue_key, NULL);
}

bool wormer_is_on_main_actor(void) {
    if (is_main_thread()) {
        return true;
    }
    pthread_once(&main_queue_mark, mark_main_queue);
    return dispatch_get_specific(&main_queue_key) != NULL;
}

extern const void *swift_getExistentialMetatypeMetadata(const void *type);
extern const void *swift_conformsToProtocol(const void *type, const void *protocol);

const void *wormer_existential_metatype(const void *type) {
    return RUNTIME(swift_getExistentialMetatypeMetadata)(type);
}

bool wormer_conforms(const void *type, const void *protocol) {
    return RUNTIME(swift_conformsToProtocol)(type, plain(protocol)) != NULL;
}

uint64_t wormer_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void wormer_keep(const void *pointer) {
    (void)pointer;
}
