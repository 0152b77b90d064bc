// What Swift cannot spell without newer systems: a mutex at a fixed address, atomics on plain words,
// a stack for each thread and the question whether this is the main queue.

#ifndef CWORMER_H
#define CWORMER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// MARK: - What each thread is making

// One making that is under way: the binding, and who notes what its initializer asks for, if anybody does.
typedef struct {
    const void *_Nonnull binding;
    void *_Nullable observer;
} wormer_frame;

// The makings of one thread, the innermost last. Its address is the thread's identity while the thread lives.
typedef struct {
    wormer_frame *_Nullable frames;
    intptr_t count;
    intptr_t capacity;
} wormer_stack;

extern _Thread_local wormer_stack wormer_thread_stack;

static inline const wormer_stack *_Nonnull wormer_current_stack(void) {
    return &wormer_thread_stack;
}

// Makes room for more frames; they are given back when the thread ends.
void wormer_grow_stack(void);

static inline void wormer_push(const void *_Nonnull binding, void *_Nullable observer) {
    if (wormer_thread_stack.count == wormer_thread_stack.capacity) {
        wormer_grow_stack();
    }
    wormer_thread_stack.frames[wormer_thread_stack.count++] = (wormer_frame){binding, observer};
}

static inline void wormer_pop(void) {
    wormer_thread_stack.count--;
}

// MARK: - The main queue

// Whether the caller runs where the main actor runs: on the main dispatch queue. On Linux that is not the main thread
// once an asynchronous main function has given it up.
bool wormer_is_on_main_queue(void);

// The metadata of `any P.Type`, for that of `any P`; what the runtime calls swift_getExistentialMetatypeMetadata.
const void *_Nonnull wormer_existential_metatype(const void *_Nonnull type);

// Nanoseconds on a clock that never goes back.
uint64_t wormer_now(void);

// MARK: - Atomics

static inline intptr_t wormer_load_relaxed(const intptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline intptr_t wormer_fetch_add(intptr_t *_Nonnull word, intptr_t amount) {
    return __atomic_fetch_add(word, amount, __ATOMIC_ACQ_REL);
}

// MARK: - Locks

static inline pthread_mutex_t *_Nonnull wormer_mutex_create(void) {
    pthread_mutex_t *mutex = malloc(sizeof(pthread_mutex_t));
    if (mutex == NULL || pthread_mutex_init(mutex, NULL) != 0) {
        abort();
    }
    return mutex;
}

static inline void wormer_mutex_destroy(pthread_mutex_t *_Nonnull mutex) {
    pthread_mutex_destroy(mutex);
    free(mutex);
}

static inline pthread_cond_t *_Nonnull wormer_condition_create(void) {
    pthread_cond_t *condition = malloc(sizeof(pthread_cond_t));
    if (condition == NULL || pthread_cond_init(condition, NULL) != 0) {
        abort();
    }
    return condition;
}

static inline void wormer_condition_destroy(pthread_cond_t *_Nonnull condition) {
    pthread_cond_destroy(condition);
    free(condition);
}

#endif
