// The link map is not part of POSIX.
#define _GNU_SOURCE

#include "CWormer.h"
#include "images.h"

// Each copy of the library leaves a mark in the program or dynamic library that contains it; see `wormer_visit_copies`.
// A mark needs no name that images share: on ELF, it is a note, whose place is in the headers of the image, and on
// Mach-O a section.

#include <string.h>

#if defined(__APPLE__)
__attribute__((used, section("__TEXT,wormer_copy"))) static const uint32_t mark = 1;

void wormer_visit_copies(void *context, wormer_copy_visitor visit) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const image_header *header = (const image_header *)_dyld_get_image_header(index);
        const char *path = _dyld_get_image_name(index);
        unsigned long size = 0;
        if (header != NULL && path != NULL && getsectiondata(header, "__TEXT", "wormer_copy", &size) != NULL) {
            visit(context, path);
        }
    }
}

#elif defined(__ELF__) && __has_include(<link.h>)
#include <link.h>

typedef struct {
    uint32_t name_size, content_size, type;
    char name[8];
} note;

// AddressSanitizer would surround the mark with bytes that are no note, and forbid to read them.
__attribute__((used, aligned(4), section(".note.wormer"), no_sanitize("address"))) static const note mark = {
    sizeof "wormer", 0, 1, "wormer"};

typedef struct {
    void *context;
    wormer_copy_visitor visit;
} copy_walk;

static size_t padded(size_t size, size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

static int visit_image(struct dl_phdr_info *image, size_t size, void *context) {
    (void)size;
    const copy_walk *walk = context;
    for (size_t index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
        if (segment->p_type != PT_NOTE) {
            continue;
        }
        size_t alignment = segment->p_align == 8 ? 8 : 4;
        const char *at = (const char *)(image->dlpi_addr + segment->p_vaddr), *end = at + segment->p_memsz;
        while (at + sizeof mark <= end) {
            const note *found = (const note *)at;
            if (memcmp(found, &mark, sizeof mark - 1) == 0) {
                walk->visit(walk->context, image->dlpi_name);
            }
            at += padded(offsetof(note, name) + found->name_size, alignment);
            at += padded(found->content_size, alignment);
        }
    }
    return 0;
}

void wormer_visit_copies(void *context, wormer_copy_visitor visit) {
    copy_walk walk = {context, visit};
    dl_iterate_phdr(visit_image, &walk);
}

#else

void wormer_visit_copies(void *context, wormer_copy_visitor visit) {
    (void)context;
    (void)visit;
}
#endif
