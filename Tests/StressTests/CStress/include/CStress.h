// A clock without happens-before, so that the records of the stress test order nothing for ThreadSanitizer, one word for
// each thread, and the memory of the process.

#ifndef CSTRESS_H
#define CSTRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern _Thread_local void *_Nullable stress_worker;
extern intptr_t stress_clock;

static inline void *_Nullable stress_get_worker(void) {
    return stress_worker;
}

static inline void stress_set_worker(void *_Nullable worker) {
    stress_worker = worker;
}

// The next tick. The barriers order it for the processor. The sanitizer does not know barriers and sees a relaxed
// operation, so that a race around it remains a race.
static inline intptr_t stress_tick(void) {
    __asm__ volatile("" ::: "memory");
#if defined(__aarch64__)
    __asm__ volatile("dmb ish" ::: "memory");
#endif
    intptr_t now = __atomic_add_fetch(&stress_clock, 1, __ATOMIC_RELAXED);
#if defined(__aarch64__)
    __asm__ volatile("dmb ish" ::: "memory");
#endif
    __asm__ volatile("" ::: "memory");
    return now;
}

// The number of bytes that the process has allocated on the heap.
size_t stress_heap(void);

#endif
