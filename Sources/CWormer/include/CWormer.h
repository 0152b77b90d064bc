// What Swift cannot spell without newer systems: a mutex at a fixed address, atomics on plain words,
// a stack for each thread and the question whether this is the main queue.

#ifndef CWORMER_H
#define CWORMER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// MARK: - What each thread is making

// One making that is under way: the binding, and who notes what its initializer asks for, if anybody does.
typedef struct {
    const void *_Nonnull binding;
    void *_Nullable observer;
} wormer_frame;

// One thread. Its address is the thread's identity while the thread lives.
//
// Each has 128 bytes of its own, so that no two threads write to one cache line (some processors fetch lines in pairs).
typedef struct wormer_thread {
    // Odd while the thread looks into a table; see `wormer_begin_reading`.
    intptr_t mark;
    // The makings that are under way, the innermost last.
    wormer_frame *_Nullable frames;
    intptr_t count;
    intptr_t capacity;
    // What the outermost request shares, an object that is held here.
    void *_Nullable sharing;
    // How many requests are under way that are answered by more than one making.
    intptr_t joint_requests;
    // Not 0 once a binding was taken out of its table while this thread was running its initializer.
    intptr_t has_retired;
    // The next of all threads that there ever were; a record is used again when its thread has ended.
    struct wormer_thread *_Nullable next;
    intptr_t is_used;
} wormer_thread;

extern _Thread_local wormer_thread *_Nullable wormer_thread_record;

wormer_thread *_Nonnull wormer_register_thread(void);

static inline wormer_thread *_Nonnull wormer_this_thread(void) {
    wormer_thread *thread = wormer_thread_record;
    return __builtin_expect(thread != NULL, 1) ? thread : wormer_register_thread();
}

// Makes room for more frames.
void wormer_grow_stack(wormer_thread *_Nonnull thread);

// A frame is a hazard pointer: the binding in it lives until it is popped, see `wormer_warn_makers`.
static inline void wormer_push(wormer_thread *_Nonnull thread, const void *_Nonnull binding, void *_Nullable observer) {
    if (__builtin_expect(thread->count == thread->capacity, 0)) {
        wormer_grow_stack(thread);
    }
    wormer_frame *frame = &thread->frames[thread->count];
    __atomic_store_n(&frame->binding, binding, __ATOMIC_RELAXED);
    frame->observer = observer;
    __atomic_store_n(&thread->count, thread->count + 1, __ATOMIC_RELEASE);
}

static inline void wormer_pop(wormer_thread *_Nonnull thread) {
    __atomic_store_n(&thread->count, thread->count - 1, __ATOMIC_RELEASE);
}

// Tells each thread that runs the initializer of a binding, which nobody can find any more, that it is to be given back
// when that has ended. Returns whether there is such a thread.
bool wormer_warn_makers(const void *_Nonnull binding);

// Whether this thread was told so since it last asked.
static inline bool wormer_was_warned(wormer_thread *_Nonnull thread) {
    return __builtin_expect(__atomic_load_n(&thread->has_retired, __ATOMIC_RELAXED) != 0, 0);
}

static inline void wormer_take_warning(wormer_thread *_Nonnull thread) {
    __atomic_store_n(&thread->has_retired, 0, __ATOMIC_SEQ_CST);
}

// Changed here rather than from Swift, where a change of one field counts as one of the whole record, which other
// threads read.
static inline void wormer_set_sharing(wormer_thread *_Nonnull thread, void *_Nullable sharing) {
    thread->sharing = sharing;
}

static inline void wormer_add_joint_requests(wormer_thread *_Nonnull thread, intptr_t number) {
    thread->joint_requests += number;
}

// Whether the thread is making an instance of this very binding.
static inline bool wormer_is_making(const wormer_thread *_Nonnull thread, const void *_Nonnull binding) {
    for (intptr_t index = thread->count; index-- > 0;) {
        if (thread->frames[index].binding == binding) {
            return true;
        }
    }
    return false;
}

// MARK: - Tables that are read without a lock

// Where a key's instances come from. Written under the storage's lock, read by anybody.
typedef struct {
    // The address that stands for the key, or the hash of the name that does; NULL in a slot that was never used.
    const void *_Nullable key;
    // The interface, which is what the instance is of; with a hash, the name, which tells the interface.
    const void *_Nullable interface;
    // NULL where a binding was removed, and beside a name: what that answers with is held elsewhere.
    const void *_Nullable binding;
    // What a request gets without looking closer: the address of the shared instance, or, with flags, that of the
    // binding whose initializer each request runs. 0 where one has to look closer.
    uintptr_t answer;
} wormer_slot;

// The lowest bits of an answer.
enum {
    // Each request makes an instance.
    WORMER_MAKES = 1,
    // Making one takes the injector in which the binding lives.
    WORMER_USES_INJECTOR = 2,
    WORMER_FLAGS = 3,
};

// Open addressing: a key is in the first slot that its hash names or, after slots of other keys, in one of the next.
// At least half of the slots are unused.
typedef struct {
    // 64 less the logarithm of the number of slots.
    uint64_t shift;
    wormer_slot slots[];
} wormer_table;

// What is read of a storage.
typedef struct wormer_root {
    wormer_table *_Nonnull table;
    // That of the parent, which the child holds.
    const struct wormer_root *_Nullable parent;
    // The injector that the storage belongs to.
    const void *_Nullable injector;
} wormer_root;

// The root of the main injector; NULL until somebody asks for it.
extern wormer_root *_Nullable wormer_main_root;

// The facade's object for the main injector, NULL if there is none.
extern const void *_Nullable wormer_main_face;

// The reasons there are, anywhere in the process, not to take the shortest way. They are counted in one word, so that
// nobody has to look at more than that.
extern uint64_t wormer_detours;

enum {
    // Overrides.
    WORMER_OVERRIDE = 0,
    // Makings whose requests are noted, and probes of a facade.
    WORMER_OBSERVER = 20,
    // Traces.
    WORMER_TRACE = 40,
};

static inline bool wormer_has_detours(void) {
    return __atomic_load_n(&wormer_detours, __ATOMIC_RELAXED) != 0;
}

static inline bool wormer_has_detours_of(int kind) {
    return (__atomic_load_n(&wormer_detours, __ATOMIC_RELAXED) >> kind & 0xfffff) != 0;
}

static inline void wormer_add_detour(int kind) {
    __atomic_fetch_add(&wormer_detours, (uint64_t)1 << kind, __ATOMIC_ACQ_REL);
}

static inline void wormer_remove_detour(int kind) {
    __atomic_fetch_sub(&wormer_detours, (uint64_t)1 << kind, __ATOMIC_ACQ_REL);
}

// A list that readers follow without a lock; what is put in front stays until the list is given up.
static inline const void *_Nullable wormer_load_front(const void *_Nullable const *_Nonnull front) {
    return __atomic_load_n(front, __ATOMIC_ACQUIRE);
}

static inline void wormer_set_front(const void *_Nullable *_Nonnull front, const void *_Nullable entry) {
    __atomic_store_n(front, entry, __ATOMIC_RELEASE);
}

// A thread that reads a table marks itself; whoever takes something out of a table waits, before giving its memory
// back, for those that were marked when it was gone. The mark comes before what is read in the one order of all
// sequentially consistent operations, which is why whatever a writer takes away is read in that order too.
//
// The empty assembly keeps the compiler from moving a retain past the end.
static inline wormer_thread *_Nonnull wormer_begin_reading(void) {
    wormer_thread *thread = wormer_this_thread();
    (void)__atomic_exchange_n(&thread->mark, thread->mark + 1, __ATOMIC_SEQ_CST);
    return thread;
}

static inline void wormer_end_reading(wormer_thread *_Nonnull thread) {
    __asm__ volatile("" ::: "memory");
    __atomic_store_n(&thread->mark, thread->mark + 1, __ATOMIC_RELEASE);
}

// Returns when everybody who was reading when it was called has read. Not to be called while reading.
void wormer_wait_for_readers(void);

static inline uint64_t wormer_home_slot(const wormer_table *_Nonnull table, const void *_Nonnull key) {
    return (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u >> table->shift;
}

// The slot of a key, NULL if it has none.
static inline wormer_slot *_Nullable wormer_find(
    wormer_table *_Nonnull table, const void *_Nonnull key, const void *_Nonnull interface) {
    uint64_t mask = ((uint64_t)1 << (64 - table->shift)) - 1;
    for (uint64_t index = wormer_home_slot(table, key);; index = (index + 1) & mask) {
        wormer_slot *slot = &table->slots[index];
        const void *found = __atomic_load_n(&slot->key, __ATOMIC_ACQUIRE);
        if (found == key && slot->interface == interface) {
            return slot;
        }
        if (found == NULL) {
            return NULL;
        }
    }
}

static inline wormer_table *_Nonnull wormer_root_table(const wormer_root *_Nonnull root) {
    return __atomic_load_n(&root->table, __ATOMIC_SEQ_CST);
}

static inline void wormer_set_root_table(wormer_root *_Nonnull root, wormer_table *_Nonnull table) {
    __atomic_store_n(&root->table, table, __ATOMIC_SEQ_CST);
}

static inline wormer_root *_Nullable wormer_load_main_root(void) {
    return __atomic_load_n(&wormer_main_root, __ATOMIC_SEQ_CST);
}

static inline void wormer_set_main_root(wormer_root *_Nullable root) {
    __atomic_store_n(&wormer_main_root, root, __ATOMIC_SEQ_CST);
}

static inline const void *_Nullable wormer_load_main_face(void) {
    return __atomic_load_n(&wormer_main_face, __ATOMIC_SEQ_CST);
}

static inline void wormer_set_main_face(const void *_Nullable face) {
    __atomic_store_n(&wormer_main_face, face, __ATOMIC_SEQ_CST);
}

static inline const void *_Nullable wormer_slot_binding(const wormer_slot *_Nonnull slot) {
    return __atomic_load_n(&slot->binding, __ATOMIC_SEQ_CST);
}

static inline uintptr_t wormer_slot_answer(const wormer_slot *_Nonnull slot) {
    return __atomic_load_n(&slot->answer, __ATOMIC_SEQ_CST);
}

static inline void wormer_set_slot_binding(wormer_slot *_Nonnull slot, const void *_Nullable binding) {
    __atomic_store_n(&slot->binding, binding, __ATOMIC_SEQ_CST);
}

static inline void wormer_set_slot_answer(wormer_slot *_Nonnull slot, uintptr_t answer) {
    __atomic_store_n(&slot->answer, answer, __ATOMIC_SEQ_CST);
}

// A table of 2^logarithm unused slots.
wormer_table *_Nonnull wormer_table_create(int logarithm);

// Gives back the memory of a table and of the names in it.
void wormer_table_destroy(wormer_table *_Nonnull table);

static inline intptr_t wormer_slot_count(const wormer_table *_Nonnull table) {
    return (intptr_t)1 << (64 - table->shift);
}

static inline wormer_slot *_Nonnull wormer_slot_at(wormer_table *_Nonnull table, intptr_t index) {
    return &table->slots[index];
}

// The slot of a key, an unused one if it has none yet. Only for who holds the lock.
static inline wormer_slot *_Nonnull wormer_claim(
    wormer_table *_Nonnull table, const void *_Nonnull key, const void *_Nonnull interface) {
    uint64_t mask = (uint64_t)wormer_slot_count(table) - 1;
    uint64_t index = wormer_home_slot(table, key);
    while (table->slots[index].key != NULL
           && (table->slots[index].key != key || table->slots[index].interface != interface)) {
        index = (index + 1) & mask;
    }
    wormer_slot *slot = &table->slots[index];
    if (slot->key == NULL) {
        slot->interface = interface;
        __atomic_store_n(&slot->key, key, __ATOMIC_RELEASE);
    }
    return slot;
}

// MARK: - Names in tables

// An identifier whose bytes stand for it, with the interface that it is an identifier of: where interface, type and
// bytes are the same, the keys are equal. That they differ says nothing.
typedef struct {
    const void *_Nonnull interface;
    // The identifier's type.
    const void *_Nonnull type;
    const void *_Nonnull bytes;
    intptr_t count;
    // Odd, so that it is never taken for an address.
    uintptr_t hash;
} wormer_name;

static inline uint64_t wormer_mix(uint64_t a, uint64_t b) {
    uint64_t product = (a ^ b) * 0x9e3779b97f4a7c15u;
    return product ^ product >> 32;
}

static inline wormer_name wormer_name_of(
    const void *_Nonnull interface, const void *_Nonnull type, const void *_Nonnull bytes, intptr_t count) {
    const unsigned char *next = (const unsigned char *)bytes;
    uint64_t hash = wormer_mix((uintptr_t)interface, (uintptr_t)type ^ (uint64_t)count);
    intptr_t left = count;
    for (; left >= 8; left -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        hash = wormer_mix(hash, word);
    }
    if (left > 0) {
        uint64_t word = 0;
        for (intptr_t index = 0; index < left; index++) {
            word = word << 8 | next[index];
        }
        hash = wormer_mix(hash, word);
    }
    return (wormer_name){interface, type, bytes, count, (uintptr_t)hash | 1};
}

static inline bool wormer_is_name(const wormer_slot *_Nonnull slot) {
    return (uintptr_t)slot->key & 1;
}

static inline bool wormer_names(const wormer_slot *_Nonnull slot, const wormer_name *_Nonnull name) {
    const wormer_name *other = (const wormer_name *)slot->interface;
    return other->interface == name->interface && other->type == name->type && other->count == name->count
        && memcmp(other->bytes, name->bytes, (size_t)name->count) == 0;
}

// The slot of a name, NULL if it has none.
static inline wormer_slot *_Nullable wormer_find_name(
    wormer_table *_Nonnull table, const wormer_name *_Nonnull name) {
    const void *key = (const void *)name->hash;
    uint64_t mask = ((uint64_t)1 << (64 - table->shift)) - 1;
    for (uint64_t index = wormer_home_slot(table, key);; index = (index + 1) & mask) {
        wormer_slot *slot = &table->slots[index];
        const void *found = __atomic_load_n(&slot->key, __ATOMIC_ACQUIRE);
        if (found == key && wormer_names(slot, name)) {
            return slot;
        }
        if (found == NULL) {
            return NULL;
        }
    }
}

// A slot for a name that has none yet; the table keeps a copy of the name. Only for who holds the lock.
wormer_slot *_Nonnull wormer_claim_name(wormer_table *_Nonnull table, const wormer_name *_Nonnull name);

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
