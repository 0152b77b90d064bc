#include "CWormer.h"
#include "images.h"

// The compiler's records of conformances, by which declared services and injecting wrappers are found; see
// `wormer_visit_conformances`. Their layout is part of Swift's stable ABI.

typedef struct {
    int32_t protocol, type, witnesses;
    uint32_t flags;
} conformance_record;

// The beginning of the descriptor of a type.
typedef struct {
    uint32_t flags;
    int32_t parent, name, access_function;
} type_descriptor;

// The metadata of an existential type of one protocol.
typedef struct {
    uintptr_t kind;
    uint32_t flags, count;
    const void *protocol;
} existential_metadata;

typedef struct {
    const void *protocol;
    void *context;
    wormer_conformance_visitor visit;
} conformance_walk;

static void visit_records(const void *start, size_t size, const conformance_walk *walk) {
    const int32_t *entries = start;
    for (size_t index = 0; index < size / sizeof(int32_t); index++) {
        const conformance_record *record = relative(&entries[index]);
        if (record == NULL || indirectable(&record->protocol, record->protocol & 1) != walk->protocol) {
            continue;
        }
        // Other kinds are classes of Objective-C.
        uint32_t kind = (record->flags >> 3) & 7;
        const void *type = kind > 1 ? NULL : indirectable(&record->type, kind == 1);
        if (type != NULL) {
            walk->visit(walk->context, type, record);
        }
    }
}

#if defined(__APPLE__)
// An image with Swift code is never unloaded.
intptr_t wormer_loaded_images(void) {
    return _dyld_image_count();
}

static void visit_images(conformance_walk *walk) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        unsigned long size;
        const void *start = records_of_image(index, "__swift5_proto", &size);
        visit_records(start, size, walk);
    }
}
#else
// The runtime knows the records of each image; see MetadataSections.h of the toolchain. It never forgets an image.
typedef struct {
    const void *start;
    size_t size;
} section;
typedef struct {
    uintptr_t version;
    const void *base, *unused[2];
    section protocols, conformances;
} image_sections;
extern void swift_enumerateAllMetadataSections(bool (*)(const image_sections *, void *), void *);

static bool count_image(const image_sections *image, void *count) {
    (void)image;
    ++*(intptr_t *)count;
    return true;
}

intptr_t wormer_loaded_images(void) {
    intptr_t count = 0;
    swift_enumerateAllMetadataSections(count_image, &count);
    return count;
}

static bool visit_image(const image_sections *image, void *walk) {
    visit_records(image->conformances.start, image->conformances.size, walk);
    return true;
}

static void visit_images(conformance_walk *walk) {
    swift_enumerateAllMetadataSections(visit_image, walk);
}
#endif

void wormer_visit_conformances(const void *existential, void *context, wormer_conformance_visitor visit) {
    const existential_metadata *metadata = existential;
    conformance_walk walk = {plain(metadata->protocol), context, visit};
    visit_images(&walk);
}

// MARK: - Conforming types

// The result of the function that returns the metadata of a type, in Swift's calling convention.
typedef struct {
    const void *metadata;
    uintptr_t state;
} metadata_response;
typedef metadata_response (*metadata_accessor)(uintptr_t request) __attribute__((swiftcall));

// The record alone does not tell where the table is if the protocol's module has library evolution.
extern const void *swift_getWitnessTable(const void *conformance, const void *type, const void *const *arguments);

wormer_metatype wormer_conforming_type(const void *type, const void *conformance) {
    const void *code = relative(&((const type_descriptor *)type)->access_function);
#if defined(__arm64e__)
    code = __builtin_ptrauth_sign_unauthenticated((void *)(uintptr_t)code, 0, 0);
#endif
    const void *metadata = ((metadata_accessor)(uintptr_t)code)(0).metadata;
    return (wormer_metatype){metadata, RUNTIME(swift_getWitnessTable)(conformance, metadata, NULL)};
}
