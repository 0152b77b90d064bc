#include "CWormer.h"

#include <sched.h>
#include <time.h>

_Thread_local wormer_thread *wormer_thread_record = NULL;
wormer_root *wormer_main_root = NULL;
const void *wormer_main_face = NULL;
uint64_t wormer_detours = 0;

// Every record, of the threads that live and of those that have ended; nothing is ever taken out.
static wormer_thread *threads = NULL;

static pthread_key_t thread_key;
static pthread_once_t thread_key_made = PTHREAD_ONCE_INIT;

static void end_thread(void *record) {
    wormer_thread *thread = record;
    wormer_thread_record = NULL;
    __atomic_store_n(&thread->is_used, 0, __ATOMIC_RELEASE);
}

static void make_thread_key(void) {
    if (pthread_key_create(&thread_key, end_thread) != 0) {
        abort();
    }
}

static wormer_thread *unused_record(void) {
    for (wormer_thread *thread = __atomic_load_n(&threads, __ATOMIC_ACQUIRE); thread != NULL; thread = thread->next) {
        intptr_t unused = 0;
        if (__atomic_compare_exchange_n(
                &thread->is_used, &unused, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            return thread;
        }
    }
    return NULL;
}

static wormer_thread *new_record(void) {
    enum { SIZE = 128 };
    _Static_assert(sizeof(wormer_thread) <= SIZE, "a record has 128 bytes of its own");
    wormer_thread *thread = NULL;
    if (posix_memalign((void **)&thread, SIZE, SIZE) != 0) {
        abort();
    }
    *thread = (wormer_thread){.is_used = 1, .next = __atomic_load_n(&threads, __ATOMIC_ACQUIRE)};
    while (!__atomic_compare_exchange_n(
        &threads, &thread->next, thread, false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE)) {
    }
    return thread;
}

wormer_thread *wormer_register_thread(void) {
    pthread_once(&thread_key_made, make_thread_key);
    wormer_thread *thread = unused_record();
    if (thread == NULL) {
        thread = new_record();
    }
    pthread_setspecific(thread_key, thread);
    wormer_thread_record = thread;
    return thread;
}

void wormer_grow_stack(wormer_thread *thread) {
    intptr_t capacity = thread->capacity == 0 ? 32 : thread->capacity * 2;
    wormer_frame *frames = realloc(thread->frames, (size_t)capacity * sizeof(wormer_frame));
    if (frames == NULL) {
        abort();
    }
    thread->frames = frames;
    thread->capacity = capacity;
}

void wormer_wait_for_readers(void) {
    for (wormer_thread *thread = __atomic_load_n(&threads, __ATOMIC_SEQ_CST); thread != NULL; thread = thread->next) {
        intptr_t mark = __atomic_load_n(&thread->mark, __ATOMIC_SEQ_CST);
        // A reader takes some nanoseconds, unless the system has taken its processor away: then yielding is not enough.
        for (int turn = 0; mark % 2 != 0 && __atomic_load_n(&thread->mark, __ATOMIC_SEQ_CST) == mark; turn++) {
            if (turn < 64) {
                sched_yield();
            } else {
                nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
            }
        }
    }
}

wormer_table *wormer_table_create(int logarithm) {
    wormer_table *table = calloc(1, sizeof(wormer_table) + sizeof(wormer_slot) * ((size_t)1 << logarithm));
    if (table == NULL) {
        abort();
    }
    table->shift = (uint64_t)(64 - logarithm);
    return table;
}

void wormer_table_destroy(wormer_table *table) {
    for (intptr_t index = 0; index < wormer_slot_count(table); index++) {
        if (wormer_is_name(&table->slots[index])) {
            free((void *)table->slots[index].interface);
        }
    }
    free(table);
}

wormer_slot *wormer_claim_name(wormer_table *table, const wormer_name *name) {
    wormer_name *copy = malloc(sizeof(wormer_name) + (size_t)name->count);
    if (copy == NULL) {
        abort();
    }
    *copy = *name;
    copy->bytes = memcpy(copy + 1, name->bytes, (size_t)name->count);
    return wormer_claim(table, (const void *)name->hash, copy);
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
