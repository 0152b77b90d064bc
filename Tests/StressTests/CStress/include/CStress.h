// What the stress test needs so that its own bookkeeping orders nothing for ThreadSanitizer: counters without
// happens-before, and a word for each thread.

#ifndef CSTRESS_H
#define CSTRESS_H

#include <stdint.h>

extern _Thread_local void *_Nullable stress_worker;

static inline void *_Nullable stress_get_worker(void) {
    return stress_worker;
}

static inline void stress_set_worker(void *_Nullable worker) {
    stress_worker = worker;
}

// Adds one and returns the value before. The barriers order it for the processor; the sanitizer, which knows no
// barriers, sees a relaxed operation, so that a race around it stays a race.
static inline intptr_t stress_tick(intptr_t *_Nonnull word) {
    __asm__ volatile("" ::: "memory");
#if defined(__aarch64__)
    __asm__ volatile("dmb ish" ::: "memory");
#endif
    intptr_t before = __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
#if defined(__aarch64__)
    __asm__ volatile("dmb ish" ::: "memory");
#endif
    __asm__ volatile("" ::: "memory");
    return before;
}

static inline intptr_t stress_read(const intptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

#endif
