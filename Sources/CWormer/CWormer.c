#include "CWormer.h"

#include <time.h>

_Thread_local wormer_stack wormer_thread_stack = {NULL, 0, 0};

static pthread_key_t stack_key;
static pthread_once_t stack_key_made = PTHREAD_ONCE_INIT;

static void make_stack_key(void) {
    if (pthread_key_create(&stack_key, free) != 0) {
        abort();
    }
}

void wormer_grow_stack(void) {
    wormer_stack *stack = &wormer_thread_stack;
    intptr_t capacity = stack->capacity == 0 ? 32 : stack->capacity * 2;
    wormer_frame *frames = realloc(stack->frames, (size_t)capacity * sizeof(wormer_frame));
    if (frames == NULL) {
        abort();
    }
    stack->frames = frames;
    stack->capacity = capacity;
    pthread_once(&stack_key_made, make_stack_key);
    pthread_setspecific(stack_key, frames);
}

// libdispatch comes with Swift's concurrency runtime; its headers need not.
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

bool wormer_is_on_main_queue(void) {
    pthread_once(&main_queue_mark, mark_main_queue);
    return dispatch_get_specific(&main_queue_key) != NULL;
}

extern const void *swift_getExistentialMetatypeMetadata(const void *type);

const void *wormer_existential_metatype(const void *type) {
    return swift_getExistentialMetatypeMetadata(type);
}

uint64_t wormer_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
