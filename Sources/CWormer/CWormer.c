#include "CWormer.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

_Thread_local wormer_thread *wormer_thread_record = NULL;
wormer_main_injector wormer_main = {0, 0};
wormer_watcher_counts wormer_watchers = {0, {0}};

// MARK: - Threads

// Guards the lists. Only threads that begin or end, and writers, lock it.
static pthread_mutex_t threads_mutex = PTHREAD_MUTEX_INITIALIZER;
static wormer_thread *living = NULL;
static wormer_thread *ended = NULL;

static pthread_key_t thread_key;
static pthread_once_t thread_key_made = PTHREAD_ONCE_INIT;

static void end_thread(void *record) {
    wormer_thread *thread = record;
    wormer_thread_record = NULL;
    pthread_mutex_lock(&threads_mutex);
    *(thread->previous != NULL ? &thread->previous->next : &living) = thread->next;
    if (thread->next != NULL) {
        thread->next->previous = thread->previous;
    }
    thread->next = ended;
    ended = thread;
    pthread_mutex_unlock(&threads_mutex);
}

static void make_thread_key(void) {
    if (pthread_key_create(&thread_key, end_thread) != 0) {
        abort();
    }
}

static wormer_thread *new_record(void) {
    enum { SIZE = 128 };
    _Static_assert(sizeof(wormer_thread) <= SIZE, "a record has 128 bytes of its own");
    wormer_thread *thread = NULL;
    if (posix_memalign((void **)&thread, SIZE, SIZE) != 0) {
        abort();
    }
    memset(thread, 0, SIZE);
    return thread;
}

// On Linux, the main thread is the one whose number is that of the process.
static bool is_main_thread(void) {
#if defined(__linux__)
    return syscall(SYS_gettid) == getpid();
#else
    return pthread_main_np() != 0;
#endif
}

wormer_thread *wormer_register_thread(void) {
    pthread_once(&thread_key_made, make_thread_key);
    // Where a thread ends, the system may clear the thread-local before it calls `end_thread`. Destructors that run in
    // between find the record here.
    wormer_thread *known = pthread_getspecific(thread_key);
    if (known != NULL) {
        wormer_thread_record = known;
        return known;
    }
    pthread_mutex_lock(&threads_mutex);
    wormer_thread *thread = ended;
    if (thread != NULL) {
        ended = thread->next;
    } else {
        thread = new_record();
    }
    thread->previous = NULL;
    thread->next = living;
    if (living != NULL) {
        living->previous = thread;
    }
    living = thread;
    pthread_mutex_unlock(&threads_mutex);
    thread->is_main = is_main_thread();
    pthread_setspecific(thread_key, thread);
    wormer_thread_record = thread;
    return thread;
}

// A writer may still be reading the old frames. They are kept and linked from the head of the new ones.
void wormer_grow_frames(wormer_thread *thread) {
    intptr_t capacity = thread->capacity == 0 ? 32 : thread->capacity * 2;
    wormer_frame *frames = malloc((size_t)(capacity + 1) * sizeof(wormer_frame));
    if (frames == NULL) {
        abort();
    }
    frames[0] = (wormer_frame){thread->frames != NULL ? thread->frames : (void *)thread, thread};
    if (thread->count > 0) {
        memcpy(frames + 1, thread->frames, (size_t)thread->count * sizeof(wormer_frame));
    }
    thread->capacity = capacity;
    __atomic_store_n(&thread->frames, frames + 1, __ATOMIC_RELEASE);
}

// MARK: - Looking at other threads

wormer_reader *wormer_readers(intptr_t *count) {
    wormer_reader *readers = NULL;
    intptr_t capacity = 0;
    *count = 0;
    pthread_mutex_lock(&threads_mutex);
    for (wormer_thread *thread = living; thread != NULL; thread = thread->next) {
        intptr_t mark = __atomic_load_n(&thread->mark, __ATOMIC_SEQ_CST);
        if (mark % 2 == 0) {
            continue;
        }
        if (*count == capacity) {
            capacity = capacity == 0 ? 8 : capacity * 2;
            readers = realloc(readers, (size_t)capacity * sizeof(wormer_reader));
            if (readers == NULL) {
                abort();
            }
        }
        readers[(*count)++] = (wormer_reader){thread, mark};
    }
    pthread_mutex_unlock(&threads_mutex);
    return readers;
}

bool wormer_is_reading(wormer_reader reader) {
    if (__atomic_load_n(&reader.thread->mark, __ATOMIC_ACQUIRE) != reader.mark) {
        return false;
    }
    __atomic_store_n(&reader.thread->has_retired, 1, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&reader.thread->mark, __ATOMIC_SEQ_CST) == reader.mark;
}

static bool is_constructing(const wormer_thread *thread, const void *object) {
    intptr_t count = __atomic_load_n(&thread->count, __ATOMIC_ACQUIRE);
    const wormer_frame *frames = __atomic_load_n(&thread->frames, __ATOMIC_ACQUIRE);
    while (count-- > 0) {
        if (__atomic_load_n(&frames[count].binding, __ATOMIC_RELAXED) == object
            || __atomic_load_n(&frames[count].injector, __ATOMIC_RELAXED) == object) {
            return true;
        }
    }
    return false;
}

bool wormer_is_constructing(const void *object) {
    bool found = false;
    pthread_mutex_lock(&threads_mutex);
    for (wormer_thread *thread = living; thread != NULL; thread = thread->next) {
        if (is_constructing(thread, object)) {
            __atomic_store_n(&thread->has_retired, 1, __ATOMIC_SEQ_CST);
            found = found || is_constructing(thread, object);
        }
    }
    pthread_mutex_unlock(&threads_mutex);
    return found;
}

bool wormer_may_be_used(const void *binding) {
    bool found = false;
    pthread_mutex_lock(&threads_mutex);
    for (wormer_thread *thread = living; thread != NULL && !found; thread = thread->next) {
        found = __atomic_load_n(&thread->mark, __ATOMIC_SEQ_CST) % 2 != 0
            || (binding != NULL ? is_constructing(thread, binding)
                                : __atomic_load_n(&thread->count, __ATOMIC_ACQUIRE) != 0);
    }
    pthread_mutex_unlock(&threads_mutex);
    return found;
}

const void **wormer_constructions(intptr_t *count) {
    const void **found = NULL;
    intptr_t capacity = 0;
    *count = 0;
    pthread_mutex_lock(&threads_mutex);
    for (wormer_thread *thread = living; thread != NULL; thread = thread->next) {
        intptr_t depth = __atomic_load_n(&thread->count, __ATOMIC_ACQUIRE);
        const wormer_frame *frames = __atomic_load_n(&thread->frames, __ATOMIC_ACQUIRE);
        if (*count + 2 * depth > capacity) {
            capacity = 2 * (*count + 2 * depth);
            found = realloc(found, (size_t)capacity * sizeof(void *));
            if (found == NULL) {
                abort();
            }
        }
        while (depth-- > 0) {
            found[(*count)++] = __atomic_load_n(&frames[depth].binding, __ATOMIC_RELAXED);
            found[(*count)++] = __atomic_load_n(&frames[depth].injector, __ATOMIC_RELAXED);
        }
    }
    pthread_mutex_unlock(&threads_mutex);
    return found;
}

// MARK: - Failures in tests

static wormer_failure_handler failure_handler = NULL;

void wormer_set_failure_handler(wormer_failure_handler handler) {
    __atomic_store_n(&failure_handler, handler, __ATOMIC_RELEASE);
}

bool wormer_record_failure(const char *text, const void *location, bool ends_process) {
    wormer_failure_handler handler = __atomic_load_n(&failure_handler, __ATOMIC_ACQUIRE);
    return handler != NULL && handler(text, location, ends_process);
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
    if (wormer_this_thread()->is_main) {
        return true;
    }
    pthread_once(&main_queue_mark, mark_main_queue);
    return dispatch_get_specific(&main_queue_key) != NULL;
}

// Swift does not allow a reference to this function of its runtime. On Apple's systems, where this target may be a
// framework of C code alone, which does not link the runtime, the function is found by its name.
#if defined(__APPLE__)
extern void *dlsym(void *handle, const char *name);

const void *wormer_existential_metatype(const void *type) {
    void *const any_image = (void *)-2; // RTLD_DEFAULT
    const void *(*metatype)(const void *) =
        (const void *(*)(const void *))dlsym(any_image, "swift_getExistentialMetatypeMetadata");
    return metatype(type);
}
#else
extern const void *swift_getExistentialMetatypeMetadata(const void *type);

const void *wormer_existential_metatype(const void *type) {
    return swift_getExistentialMetatypeMetadata(type);
}
#endif

uint64_t wormer_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
