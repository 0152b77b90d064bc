// Functions that Swift cannot express on the oldest systems: a lock of one word, atomic operations, what belongs to
// a thread, and a check for the main queue.

#ifndef CWORMER_H
#define CWORMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

// Two copies of the library in one process, one in the executable and one in a dynamic library, must not share only a
// part of their state. Each copy therefore binds to its own symbols. (On Apple's systems, the two-level namespace
// ensures that.) The definitions alone decide that: a client may find them in a dynamic library.
#if defined(__ELF__) && defined(WORMER_LIBRARY)
#define WORMER_OWN __attribute__((visibility("protected")))
#else
#define WORMER_OWN
#endif

// MARK: - Memory

// Swift's own functions align memory in a way that takes three times as long.
static inline void *_Nonnull wormer_allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static inline void wormer_free(void *_Nonnull memory) {
    free(memory);
}

// MARK: - Atomics

static inline void *_Nullable wormer_load(void *_Nullable const *_Nonnull place) {
    return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static inline void wormer_store(void *_Nullable *_Nonnull place, void *_Nullable value) {
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

static inline uintptr_t wormer_load_word(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void wormer_store_word(uintptr_t *_Nonnull word, uintptr_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline intptr_t wormer_load_count(const intptr_t *_Nonnull count) {
    return __atomic_load_n(count, __ATOMIC_RELAXED);
}

// Returns the number before the change.
static inline intptr_t wormer_add_count(intptr_t *_Nonnull count, intptr_t amount) {
    return __atomic_fetch_add(count, amount, __ATOMIC_ACQ_REL);
}

// MARK: - A lock of one word

#if defined(__APPLE__)
typedef os_unfair_lock wormer_lock;

static inline void wormer_acquire(wormer_lock *_Nonnull lock) {
    os_unfair_lock_lock(lock);
}

static inline void wormer_release(wormer_lock *_Nonnull lock) {
    os_unfair_lock_unlock(lock);
}
#else
// 0 if it is free, 1 if it is held, and 2 if it is held and a thread may be waiting for it.
typedef uint32_t wormer_lock;

// This rare call saves all registers, so that a lookup needn't save those that it uses. Only the library calls it: a call
// between libraries may lose some registers when it is bound.
#if defined(__x86_64__) || defined(__aarch64__)
__attribute__((preserve_most))
#endif
WORMER_OWN void wormer_wait_for_lock(wormer_lock *_Nonnull lock);
WORMER_OWN void wormer_wake_waiting(wormer_lock *_Nonnull lock);

static inline void wormer_acquire(wormer_lock *_Nonnull lock) {
    uint32_t expected = 0;
    bool is_free = __atomic_compare_exchange_n(lock, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    if (__builtin_expect(!is_free, 0)) {
        wormer_wait_for_lock(lock);
    }
}

static inline void wormer_release(wormer_lock *_Nonnull lock) {
    if (__builtin_expect(__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2, 0)) {
        wormer_wake_waiting(lock);
    }
}
#endif

// The same as calls, which take less code, for everything but the lookups that have to be fast.
WORMER_OWN void wormer_call_acquire(wormer_lock *_Nonnull lock);
WORMER_OWN void wormer_call_release(wormer_lock *_Nonnull lock);

// MARK: - Waiting

// One lock guards who waits for whom. Threads that wait sleep inside it, until any construction is finished.
WORMER_OWN void wormer_lock_waiting(void);
WORMER_OWN void wormer_unlock_waiting(void);
WORMER_OWN void wormer_sleep(void);
WORMER_OWN void wormer_wake_all(void);

// MARK: - What belongs to a thread

typedef struct {
    // The innermost construction or read, a `ThreadFrame` on the stack of the function that runs it.
    const void *_Nullable frame;
    // The innermost root: a frame whose instance is kept, or with a function that is called for the frame of a task.
    const void *_Nullable root;
    // The number of reasons why lookups on this thread must not take the fast path.
    intptr_t watchers;
    // The instances that constructions share, retained; see ResolutionCache.
    void *_Nullable cache;
    // The number of lookups under way that consist of several constructions.
    intptr_t joint;
    // Whether this is the main thread: 0 if that is unknown, 1 if it is, 2 if not.
    intptr_t is_main;
    // The number of locks that the thread holds, counted in debug builds.
    intptr_t locks;
    // The address below which the stack is nearly used up: 0 until it is needed, and 1 if it is unknown.
    uintptr_t limit_of_stack;
} wormer_stack;

WORMER_OWN extern _Thread_local wormer_stack wormer_thread;

// The address identifies the thread while the thread lives.
static inline wormer_stack *_Nonnull wormer_this_thread(void) {
    return &wormer_thread;
}

// Returns whether less than 128 kB, or a quarter, of the thread's stack are left, which is what an error and its message
// may need.
WORMER_OWN bool wormer_stack_is_low(void);

// MARK: - Watchers

// The numbers of reasons, anywhere in the process, to take more than the fast path. Each kind has bits of its own.
WORMER_OWN extern uint64_t wormer_watchers;

static inline bool wormer_has_watchers(uint64_t kinds) {
    return (__atomic_load_n(&wormer_watchers, __ATOMIC_RELAXED) & kinds) != 0;
}

// The lowest bit of a kind counts one.
static inline void wormer_begin_watching(uint64_t kind) {
    (void)__atomic_fetch_add(&wormer_watchers, kind & -kind, __ATOMIC_RELAXED);
}

static inline void wormer_end_watching(uint64_t kind) {
    (void)__atomic_fetch_sub(&wormer_watchers, kind & -kind, __ATOMIC_RELAXED);
}

// MARK: - Globals

// Counters of the whole process. (Swift asks at each use of a global of its own whether it is initialized.)
enum {
    WORMER_BINDINGS,
    WORMER_OVERRIDES,
    WORMER_ENDS,
    WORMER_BEGUN_SCOPES,
    WORMER_OPENED_SCOPES,
    WORMER_LIVE_CONTEXTS,
    WORMER_LAZY_NEEDS,
    WORMER_COUNTERS
};

WORMER_OWN extern intptr_t wormer_counters[WORMER_COUNTERS];

static inline intptr_t *_Nonnull wormer_counter(intptr_t number) {
    return &wormer_counters[number];
}

// Pointers of the whole process, each of which is NULL until it's known.
enum {
    // The key of the task-local.
    WORMER_CONTEXT_KEY,
    // The part of the first main injector that lookups read, which lives as long as the process.
    WORMER_MAIN_ROOT,
    // The facade's object for the first main injector, which is never released.
    WORMER_MAIN_FACADE,
    WORMER_POINTERS
};

WORMER_OWN extern void *_Nullable wormer_pointers[WORMER_POINTERS];

static inline void *_Nullable wormer_pointer(intptr_t number) {
    return wormer_load(&wormer_pointers[number]);
}

static inline void wormer_set_pointer(intptr_t number, void *_Nonnull pointer) {
    wormer_store(&wormer_pointers[number], pointer);
}

// These functions of Swift's runtime are part of its stable ABI. Only Swift code calls them, which links the runtime.
__attribute__((swiftcall)) void swift_task_localValuePush(
    const void *_Nonnull key, void *_Nonnull value, const void *_Nonnull type);
__attribute__((swiftcall)) void swift_task_localValuePop(void);

// Binds a task-local to an object, which it releases at the end, for a type that is given by its metadata.
static inline void wormer_push_task_local(
    const void *_Nonnull key, void *_Nonnull object, const void *_Nonnull type) {
    swift_task_localValuePush(key, &object, type);
}

static inline void wormer_pop_task_local(void) {
    swift_task_localValuePop();
}

// MARK: - Conformances

// Visits a type that conforms to a protocol, given by its descriptor, with the compiler's record of the conformance.
typedef void (*wormer_conformance_visitor)(
    void *_Nullable context,
    const void *_Nonnull type,
    const void *_Nonnull conformance);

// Visits the types of all loaded images, except the system's, that conform to a protocol `P`, which is given by the
// metadata of `any P`. It creates nothing.
WORMER_OWN void wormer_visit_conformances(
    const void *_Nonnull existential,
    void *_Nullable context,
    wormer_conformance_visitor _Nonnull visit);

// Returns how many images may have been loaded so far. The number changes when a dynamic library is loaded.
WORMER_OWN intptr_t wormer_loaded_images(void);

// A value of `any P.Type`: the metadata of a type, and the witness table of its conformance.
typedef struct {
    const void *_Nonnull metadata;
    const void *_Nonnull witnesses;
} wormer_metatype;

// Returns the metatype of a visited type, which is not generic.
WORMER_OWN wormer_metatype wormer_conforming_type(const void *_Nonnull type, const void *_Nonnull conformance);

// Does nothing, which no compiler of a caller knows.
WORMER_OWN void wormer_keep(const void *_Nonnull pointer);

// MARK: - Copies of the library

// Visits a program or dynamic library that contains a copy of the library. The path of the program may be empty.
typedef void (*wormer_copy_visitor)(void *_Nullable context, const char *_Nonnull path);

// Visits the images of this process that contain a copy.
WORMER_OWN void wormer_visit_copies(void *_Nullable context, wormer_copy_visitor _Nonnull visit);

// MARK: - Failures in tests

// Handles a text before it ends the process, a text about a stand-in that was used, or a warning. Returns whether it
// recorded an issue of the running test. The location is the address of a `CodeLocation`. Without a text, it only returns
// whether a test is running.
typedef bool (*wormer_failure_handler)(
    const char *_Nullable text, const void *_Nullable location, bool ends_process, bool is_warning);

// The testing library calls this function when the program is loaded. Other programs have no handler.
WORMER_OWN void wormer_set_failure_handler(wormer_failure_handler _Nullable handler);

WORMER_OWN bool wormer_record_failure(
    const char *_Nullable text, const void *_Nullable location, bool ends_process, bool is_warning);

// Prints a line to the standard error stream.
WORMER_OWN void wormer_print_error(const char *_Nonnull text);

// MARK: - The system

// Returns whether the caller runs where the main actor runs: on the main thread or on the main dispatch queue. On
// Linux, that queue leaves the main thread when an asynchronous main function gives the thread up, which then runs
// nothing else.
WORMER_OWN bool wormer_is_on_main_actor(void);

// Returns the metadata of `any P.Type` for the metadata of `any P`. The runtime's function is
// swift_getExistentialMetatypeMetadata.
WORMER_OWN const void *_Nonnull wormer_existential_metatype(const void *_Nonnull type);

// Returns whether a type, which is given by its metadata, conforms to a protocol, which is given by its descriptor, on any
// actor. The runtime's function is swift_conformsToProtocol.
WORMER_OWN bool wormer_conforms(const void *_Nonnull type, const void *_Nonnull protocol);

// Returns the nanoseconds on a clock that never goes back.
WORMER_OWN uint64_t wormer_now(void);

#endif
