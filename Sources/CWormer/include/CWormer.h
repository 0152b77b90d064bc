// Functions that Swift cannot express on the oldest systems: atomic operations on plain words, a record for each
// thread, and a check for the main queue.

#ifndef CWORMER_H
#define CWORMER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Two copies of the library in one process, one in the executable and one in a dynamic library, must not share only a
// part of their state. Each copy therefore binds to its own symbols. (On Apple's systems, the two-level namespace
// ensures that.)
#if defined(__ELF__)
#define WORMER_OWN __attribute__((visibility("protected")))
#else
#define WORMER_OWN
#endif

// MARK: - Atomics

static inline uintptr_t wormer_load(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void wormer_store(uintptr_t *_Nonnull word, uintptr_t value) {
    __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

static inline uintptr_t wormer_load_relaxed(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

// Returns whether the word had the expected value and was changed.
static inline bool wormer_compare_exchange(uintptr_t *_Nonnull word, uintptr_t expected, uintptr_t value) {
    return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// Returns the value before the change.
static inline uintptr_t wormer_fetch_or(uintptr_t *_Nonnull word, uintptr_t bits) {
    return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}

static inline intptr_t wormer_fetch_add(intptr_t *_Nonnull word, intptr_t amount) {
    return __atomic_fetch_add(word, amount, __ATOMIC_ACQ_REL);
}

// MARK: - The record of a thread

// A construction that is under way: its binding, the injector that the factory receives, the location of the request,
// in words that Swift writes and reads, and whether the factory's requests are being recorded. A frame that
// `wormer_push_general` pushed also has the object that has recorded requests, if any, the cache that keeps the
// instance, if any, the trace of the request, a number that is larger than those of earlier constructions of the
// thread, and whether it retains the binding and the injector, because they were not found in the read section that
// ended after the push.
//
// A frame is a hazard pointer: neither its binding nor its injector is released, and an injector retains its parents.
// Everything that a running factory can reach without retaining it is therefore alive.
typedef struct {
    const void *_Nonnull binding;
    const void *_Nonnull injector;
    uintptr_t location[4];
    bool is_recording;
    bool is_retaining;
    void *_Nullable recorder;
    void *_Nullable cache;
    void *_Nullable trace;
    intptr_t number;
} wormer_frame;

// The address of a record identifies its thread while the thread lives. Only that thread writes to the record, except
// to `has_retired`. Each record has 128 bytes of its own, so that no two threads write to one cache line (some
// processors fetch lines in pairs).
typedef struct wormer_thread {
    // Odd while the thread is in a read section; see `wormer_begin_reading`.
    intptr_t mark;
    // The constructions that are under way, the innermost last.
    wormer_frame *_Nullable frames;
    intptr_t count;
    intptr_t capacity;
    // The number of reasons to inspect this thread's requests, such as frames whose requests are recorded.
    intptr_t recordings;
    // The number of frames, from the outermost, whose factories run for an asynchronous request or for parameters.
    intptr_t suspendable;
    // Not 0 after the removal of an object that this thread may have been using.
    intptr_t has_retired;
    // The instance cache of the outermost request, which this record retains.
    void *_Nullable cache;
    // The number of requests under way that require several constructions.
    intptr_t joint_requests;
    // The number of the last frame that `wormer_push_general` pushed.
    intptr_t constructions;
    // Whether this is the main thread of the process.
    bool is_main;
    // The neighbors in the list of living threads. `next` also links the records of ended threads.
    struct wormer_thread *_Nullable next;
    struct wormer_thread *_Nullable previous;
} wormer_thread;

WORMER_OWN extern _Thread_local wormer_thread *_Nullable wormer_thread_record;

WORMER_OWN wormer_thread *_Nonnull wormer_register_thread(void);

static inline wormer_thread *_Nonnull wormer_this_thread(void) {
    wormer_thread *thread = wormer_thread_record;
    return __builtin_expect(thread != NULL, 1) ? thread : wormer_register_thread();
}

// MARK: - Readers

// A thread marks itself while it is in a read section. An object that a writer removes in the meantime is released
// after the mark has changed. In the total order of the sequentially consistent operations, the mark comes before the
// reads, and the removal comes before the writer's check of the marks.
static inline wormer_thread *_Nonnull wormer_begin_reading(void) {
    wormer_thread *thread = wormer_this_thread();
    (void)__atomic_exchange_n(&thread->mark, thread->mark + 1, __ATOMIC_SEQ_CST);
    return thread;
}

// The empty assembly prevents the compiler from moving a retain past the end of the read section.
static inline void wormer_end_reading(wormer_thread *_Nonnull thread) {
    __asm__ volatile("" ::: "memory");
    __atomic_store_n(&thread->mark, thread->mark + 1, __ATOMIC_RELEASE);
}

// Whether an object was removed that this thread may have been using.
static inline bool wormer_has_retired(const wormer_thread *_Nonnull thread) {
    return __builtin_expect(__atomic_load_n(&thread->has_retired, __ATOMIC_RELAXED) != 0, 0);
}

static inline void wormer_clear_retired(wormer_thread *_Nonnull thread) {
    __atomic_store_n(&thread->has_retired, 0, __ATOMIC_SEQ_CST);
}

// A thread and the read section that it was in, which the value of its mark identifies.
typedef struct {
    wormer_thread *_Nonnull thread;
    intptr_t mark;
} wormer_reader;

// Returns the threads that are in a read section, as an array that the caller frees, or NULL if there are none.
WORMER_OWN wormer_reader *_Nullable wormer_readers(intptr_t *_Nonnull count);

// Returns whether a thread is still in the read section in which it was found. If so, the thread will find
// `wormer_has_retired` when the section ends, unless the section is ending at this very moment.
WORMER_OWN bool wormer_is_reading(wormer_reader reader);

// Returns whether a thread is constructing an instance of a binding, or for an injector. If so, the thread will find
// `wormer_has_retired` when the construction ends, unless it is ending at this very moment.
WORMER_OWN bool wormer_is_constructing(const void *_Nonnull object);

// Returns whether any thread is in a read section, or is constructing an instance of a binding, or of any binding if
// this is NULL.
WORMER_OWN bool wormer_may_be_used(const void *_Nullable binding);

// Returns the bindings and injectors in the frames of all threads, as an array that the caller frees, or NULL if no
// thread is constructing anything.
WORMER_OWN const void *_Nonnull *_Nullable wormer_constructions(intptr_t *_Nonnull count);

// MARK: - Constructions of a thread

// Makes room for more frames. The old frames stay where they are, because other threads may be reading them.
WORMER_OWN void wormer_grow_frames(wormer_thread *_Nonnull thread);

// Returns the words in which the caller stores the location of the request.
static inline void *_Nonnull wormer_push(
    wormer_thread *_Nonnull thread,
    const void *_Nonnull binding,
    const void *_Nonnull injector) {
    if (__builtin_expect(thread->count == thread->capacity, 0)) {
        wormer_grow_frames(thread);
    }
    wormer_frame *frame = &thread->frames[thread->count];
    __atomic_store_n(&frame->binding, binding, __ATOMIC_RELAXED);
    __atomic_store_n(&frame->injector, injector, __ATOMIC_RELAXED);
    frame->is_recording = false;
    __atomic_store_n(&thread->count, thread->count + 1, __ATOMIC_RELEASE);
    return frame->location;
}

// Pops a frame that `wormer_push` pushed.
static inline void wormer_pop(wormer_thread *_Nonnull thread) {
    __atomic_store_n(&thread->count, thread->count - 1, __ATOMIC_RELEASE);
}

static inline void *_Nonnull wormer_push_general(
    wormer_thread *_Nonnull thread,
    const void *_Nonnull binding,
    const void *_Nonnull injector,
    bool is_retaining,
    bool is_recording,
    void *_Nullable cache,
    bool may_suspend) {
    thread->suspendable += may_suspend && thread->suspendable == thread->count;
    thread->recordings += is_recording;
    void *location = wormer_push(thread, binding, injector);
    wormer_frame *frame = &thread->frames[thread->count - 1];
    frame->is_retaining = is_retaining;
    frame->is_recording = is_recording;
    frame->recorder = NULL;
    frame->cache = cache;
    frame->trace = NULL;
    frame->number = ++thread->constructions;
    return location;
}

// Returns the innermost frame.
static inline wormer_frame *_Nonnull wormer_innermost(const wormer_thread *_Nonnull thread) {
    return &thread->frames[thread->count - 1];
}

// Pops a frame that `wormer_push_general` pushed.
static inline void wormer_pop_general(wormer_thread *_Nonnull thread) {
    thread->recordings -= wormer_innermost(thread)->is_recording;
    wormer_pop(thread);
    if (thread->suspendable > thread->count) {
        thread->suspendable = thread->count;
    }
}

static inline void wormer_add_recordings(wormer_thread *_Nonnull thread, intptr_t number) {
    thread->recordings += number;
}

// Returns whether all running factories run for an asynchronous request or for parameters.
static inline bool wormer_can_suspend(const wormer_thread *_Nonnull thread) {
    return thread->suspendable != 0 && thread->suspendable == thread->count;
}

// Returns whether the thread is constructing an instance of exactly this binding.
static inline bool wormer_has_frame(const wormer_thread *_Nonnull thread, const void *_Nonnull binding) {
    for (intptr_t index = thread->count; index-- > 0;) {
        if (thread->frames[index].binding == binding) {
            return true;
        }
    }
    return false;
}

// These functions are in C because in Swift a change of one field is an access to the whole record.
static inline void wormer_set_cache(wormer_thread *_Nonnull thread, void *_Nullable cache) {
    thread->cache = cache;
}

static inline void wormer_add_joint_requests(wormer_thread *_Nonnull thread, intptr_t number) {
    thread->joint_requests += number;
}

// MARK: - State of the process

// The root of the main injector's registry, and the facade's object for the main injector. Each is 0 until it exists.
typedef struct {
    uintptr_t root;
    uintptr_t facade;
} wormer_main_injector;

WORMER_OWN extern wormer_main_injector wormer_main;

static inline uintptr_t wormer_main_root(void) {
    return wormer_load(&wormer_main.root);
}

static inline uintptr_t wormer_main_facade(void) {
    return wormer_load(&wormer_main.facade);
}

static inline void wormer_set_main(uintptr_t root, uintptr_t facade) {
    wormer_store(&wormer_main.root, root);
    wormer_store(&wormer_main.facade, facade);
}

// The numbers of reasons, anywhere in the process, to inspect the current task before a request is answered: of each
// kind, and of all kinds.
enum { WORMER_KINDS_OF_WATCHERS = 4 };
typedef struct {
    intptr_t all;
    intptr_t kinds[WORMER_KINDS_OF_WATCHERS];
} wormer_watcher_counts;

WORMER_OWN extern wormer_watcher_counts wormer_watchers;

static inline bool wormer_has_watchers(void) {
    return __atomic_load_n(&wormer_watchers.all, __ATOMIC_RELAXED) != 0;
}

static inline bool wormer_has_watchers_of(intptr_t kind) {
    return __atomic_load_n(&wormer_watchers.kinds[kind], __ATOMIC_RELAXED) != 0;
}

static inline void wormer_add_watchers(intptr_t kind, intptr_t number) {
    (void)wormer_fetch_add(&wormer_watchers.kinds[kind], number);
    (void)wormer_fetch_add(&wormer_watchers.all, number);
}

// MARK: - Declared services

// Calls the function of each record in the section of declared services with the address of a visitor.
//
// A record consists of a version and a function; see `DeclaredService`. The function visits the records of this program
// or dynamic library. On Apple's systems, it visits the records of all loaded images.
WORMER_OWN void wormer_visit_services(uintptr_t visitor);

// Returns how many images with records may have been loaded so far. The number changes when a dynamic library is loaded.
WORMER_OWN intptr_t wormer_loaded_images(void);

// MARK: - Injected properties

// Visits a stored property. `type` is the descriptor of the type that has it, and `mangled` the name of its own type,
// which depends on parameters of `type` if that is generic. A type without records of its properties is visited once,
// without a name.
typedef void (*wormer_property_visitor)(
    void *_Nullable context,
    const void *_Nonnull type,
    const char *_Nullable name,
    const char *_Nullable mangled,
    size_t length,
    bool is_generic);

// Visits the stored properties of classes and structures whose type refers to a type that conforms to a protocol, which
// is given by its descriptor. Returns false if the platform has no records of types.
//
// The function visits the types of the same images as `wormer_visit_services`, except the system's, and instantiates
// none of them.
WORMER_OWN bool wormer_visit_properties(
    const void *_Nonnull protocol,
    void *_Nullable context,
    wormer_property_visitor _Nonnull visit);

// Returns the descriptor of the type, extension or module that contains another one, or NULL for a module.
WORMER_OWN const void *_Nullable wormer_parent_context(const void *_Nonnull context);

// Returns the name of a type or module, or NULL for a context without a name.
WORMER_OWN const char *_Nullable wormer_context_name(const void *_Nonnull context, bool *_Nonnull is_module);

// MARK: - Failures in tests

// Handles a text before it ends the process, or a text about a stand-in that was used. Returns whether it recorded an
// issue of the running test. The location is the address of a `CodeLocation`. Without a text, it only returns whether a
// test is running.
typedef bool (*wormer_failure_handler)(const char *_Nullable text, const void *_Nullable location, bool ends_process);

// The testing library calls this function when the program is loaded. Other programs have no handler.
WORMER_OWN void wormer_set_failure_handler(wormer_failure_handler _Nullable handler);

WORMER_OWN bool wormer_record_failure(const char *_Nullable text, const void *_Nullable location, bool ends_process);

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

// Returns the nanoseconds on a clock that never goes back.
WORMER_OWN uint64_t wormer_now(void);

#endif
