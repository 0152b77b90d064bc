#define _GNU_SOURCE
#include "CWormerGraph.h"
#include "CWormer.h"
#include "images.h"

// The records of types, and of their stored properties, which the compiler writes for reflection; see
// `wormer_visit_properties`. Their layout is part of Swift's stable ABI. Noncopyable types have a section of their own,
// which older systems don't read.

#include <string.h>

#if !defined(__APPLE__)
#include <link.h>
#endif

typedef struct {
    uint32_t flags;
    int32_t parent, name, access_function, fields;
} type_context;

typedef struct {
    int32_t type, superclass;
    uint16_t kind, record_size;
    uint32_t count;
} field_list;

typedef struct {
    uint32_t flags;
    int32_t type, name;
} field_record;

enum { KIND_MASK = 0x1f, MODULE = 0, CLASS = 16, STRUCT = 17, GENERIC = 0x80 };

// The wrappers of a program, of which there are a handful.
enum { MOST_WRAPPERS = 8, MOST_SEGMENTS = 16 };
typedef struct {
    const char *start, *end;
} memory_range;

typedef struct {
    const void *wrappers[MOST_WRAPPERS], *modules[MOST_WRAPPERS];
    int count;
    // The memory of the image whose names are visited.
    memory_range segments[MOST_SEGMENTS];
    int segment_count;
    void *context;
    wormer_property_visitor visit;
    wormer_name_visitor visit_name;
} property_walk;

typedef void (*section_visitor)(const void *start, const void *end, property_walk *walk);

// Returns the module of a type.
static const void *module_of(const void *type) {
    const void *parent;
    while ((parent = wormer_parent_context(type)) != NULL) {
        type = parent;
    }
    return type;
}

static void add_wrapper(void *context, const void *type, const void *conformance) {
    property_walk *walk = context;
    (void)conformance;
    if (walk->count < MOST_WRAPPERS) {
        walk->wrappers[walk->count] = type;
        walk->modules[walk->count++] = module_of(type);
    }
}

// Returns whether a list of wrappers or of their modules contains one.
static bool contains(const void *const *list, const void *item, const property_walk *walk) {
    for (int index = 0; index < walk->count; index++) {
        if (list[index] == item) {
            return true;
        }
    }
    return false;
}

// Returns the length of a mangled name, and whether it refers to a wrapper. A byte below 0x20 begins a reference.
static size_t scan(const char *name, const property_walk *walk, bool *refers) {
    const char *at = name;
    while (*at != 0) {
        unsigned char kind = (unsigned char)*at++;
        if (kind == 1 || kind == 2) {
            int32_t offset;
            memcpy(&offset, at, sizeof offset);
            const void *target = at + offset;
            target = plain(kind == 2 ? *(const void *const *)target : target);
            *refers = *refers || contains(walk->wrappers, target, walk);
        }
        at += kind < 0x18 ? sizeof(int32_t) : kind < 0x20 ? sizeof(void *) : 0;
    }
    return (size_t)(at - name);
}

static void visit_type(const int32_t *entry, property_walk *walk) {
    // A linker may fill gaps with zeros.
    const type_context *type = *entry == 0 || (*entry & 3) > 1 ? NULL : indirectable(entry, *entry & 1);
    uint32_t kind = type == NULL ? MODULE : type->flags & KIND_MASK;
    // A facade's own types look up what their users say.
    if ((kind != CLASS && kind != STRUCT) || contains(walk->modules, module_of(type), walk)) {
        return;
    }
    const field_list *fields = relative(&type->fields);
    if (fields == NULL) {
        return walk->visit(walk->context, type, NULL, NULL, 0, false);
    }
    for (uint32_t index = 0; index < fields->count; index++) {
        const field_record *field = (const field_record *)((const char *)(fields + 1) + index * fields->record_size);
        const char *name = relative(&field->type);
        bool refers = false;
        size_t length = name == NULL ? 0 : scan(name, walk, &refers);
        if (refers) {
            walk->visit(walk->context, type, relative(&field->name), name, length, (type->flags & GENERIC) != 0);
        }
    }
}

static void visit_types(const void *start, const void *end, property_walk *walk) {
    for (const int32_t *entry = start; entry < (const int32_t *)end; entry++) {
        visit_type(entry, walk);
    }
}

static void add_segment(property_walk *walk, const void *start, size_t size) {
    if (start != NULL && walk->segment_count < MOST_SEGMENTS) {
        walk->segments[walk->segment_count++] = (memory_range){start, (const char *)start + size};
    }
}

// Returns whether there is a pointer of the image at an address.
static bool is_pointer(const char *address, const property_walk *walk) {
    if ((uintptr_t)address % sizeof(void *) != 0) {
        return false;
    }
    for (int index = 0; index < walk->segment_count; index++) {
        const memory_range *segment = &walk->segments[index];
        if (address >= segment->start && address + sizeof(void *) <= segment->end) {
            return true;
        }
    }
    return false;
}

// Visits the names that begin with a reference to a wrapper. The section has other data between the names, so each byte
// may begin a reference, and what looks like one may lead anywhere.
static void visit_names(const void *start, const void *end, property_walk *walk) {
    for (const char *at = start; at + 1 + sizeof(int32_t) <= (const char *)end; at++) {
        if (*at != 1 && *at != 2) {
            continue;
        }
        int32_t offset;
        memcpy(&offset, at + 1, sizeof offset);
        const char *target = at + 1 + offset;
        if (*at == 2 && !is_pointer(target, walk)) {
            continue;
        }
        if (contains(walk->wrappers, plain(*at == 2 ? *(const void *const *)target : target), walk)) {
            bool refers = false;
            walk->visit_name(walk->context, at, scan(at, walk, &refers));
        }
    }
}

#if defined(__APPLE__)
static void visit_images(const char *section, property_walk *walk, section_visitor visit) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        unsigned long size;
        const char *start = records_of_image(index, section, &size);
        if (start == NULL) {
            continue;
        }
        const image_header *header = (const image_header *)_dyld_get_image_header(index);
        const char *const data[] = {"__DATA", "__DATA_CONST", "__AUTH_CONST"};
        walk->segment_count = 0;
        for (size_t number = 0; number < sizeof data / sizeof *data; number++) {
            unsigned long length = 0;
            const void *segment = getsegmentdata(header, data[number], &length);
            add_segment(walk, segment, length);
        }
        visit(start, start + size, walk);
    }
}

static void visit_all_types(property_walk *walk) {
    visit_images("__swift5_types", walk, visit_types);
    visit_images("__swift5_types2", walk, visit_types);
}

static void visit_all_names(property_walk *walk) {
    visit_images("__swift5_typeref", walk, visit_names);
}
#else
// The linker defines these symbols if the section has a record. They delimit the records of the program or dynamic
// library that contains this code.
#define SECTION(name, symbol) extern const char name[] __asm__(symbol) __attribute__((weak, visibility("hidden")))
SECTION(types_start, "__start_swift5_type_metadata");
SECTION(types_end, "__stop_swift5_type_metadata");
SECTION(noncopyable_start, "__start_swift5_type_metadata_2");
SECTION(noncopyable_end, "__stop_swift5_type_metadata_2");
SECTION(names_start, "__start_swift5_typeref");
SECTION(names_end, "__stop_swift5_typeref");

// Finds the memory of the image that contains the names.
static int add_segments(struct dl_phdr_info *image, size_t size, void *context) {
    (void)size;
    property_walk *walk = context;
    bool has_names = false;
    walk->segment_count = 0;
    for (size_t index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
        const char *start = (const char *)(image->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0) {
            add_segment(walk, start, segment->p_memsz);
            has_names = has_names || (names_start >= start && names_start < start + segment->p_memsz);
        }
    }
    return has_names;
}

static void visit_all_types(property_walk *walk) {
    visit_types(types_start, types_end, walk);
    visit_types(noncopyable_start, noncopyable_end, walk);
}

static void visit_all_names(property_walk *walk) {
    dl_iterate_phdr(add_segments, walk);
    visit_names(names_start, names_end, walk);
}
#endif

WORMER_OWN void wormer_visit_properties(const void *existential, void *context, wormer_property_visitor visit) {
    property_walk walk = {.context = context, .visit = visit};
    wormer_visit_conformances(existential, &walk, add_wrapper);
    visit_all_types(&walk);
}

WORMER_OWN void wormer_visit_names(const void *existential, void *context, wormer_name_visitor visit) {
    property_walk walk = {.context = context, .visit_name = visit};
    wormer_visit_conformances(existential, &walk, add_wrapper);
    visit_all_names(&walk);
}

WORMER_OWN const void *wormer_parent_context(const void *context) {
    const type_context *child = context;
    return child->parent == 0 ? NULL : indirectable(&child->parent, child->parent & 1);
}

WORMER_OWN const char *wormer_context_name(const void *context, bool *is_module) {
    const type_context *named = context;
    uint32_t kind = named->flags & KIND_MASK;
    *is_module = kind == MODULE;
    return *is_module || kind >= CLASS ? relative(&named->name) : NULL;
}

extern const void *swift_getTypeContextDescriptor(const void *type);

WORMER_OWN const void *wormer_type_descriptor(const void *type) {
    return RUNTIME(swift_getTypeContextDescriptor)(type);
}
