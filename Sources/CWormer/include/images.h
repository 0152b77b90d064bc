#ifndef CWORMER_IMAGES_H
#define CWORMER_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

// An image is the program or a dynamic library in its process.
#if defined(__LP64__)
typedef struct mach_header_64 image_header;
#else
typedef struct mach_header image_header;
#endif

// Returns a section with Swift's records in an image. The system's own images have many records, and none is of interest.
static inline const void *records_of_image(uint32_t index, const char *section, unsigned long *size) {
    const uint32_t is_in_shared_cache = 0x80000000;
    const image_header *header = (const image_header *)_dyld_get_image_header(index);
    *size = 0;
    return header == NULL || (header->flags & is_in_shared_cache) != 0
        ? NULL
        : getsectiondata(header, "__TEXT", section, size);
}
#endif

// Swift does not allow references to functions of its runtime. On Apple's systems, where a C target may be a framework of
// its own, which does not link the runtime, they are found by their names.
#if defined(__APPLE__)
extern void *dlsym(void *handle, const char *name);
#define RUNTIME(function) ((typeof(&function))dlsym((void *)-2, #function)) // -2 is RTLD_DEFAULT
#else
#define RUNTIME(function) function
#endif

// MARK: - References in Swift's records

// On arm64e, pointers in data are signed.
static inline const void *plain(const void *pointer) {
#if defined(__arm64e__)
    return __builtin_ptrauth_strip((void *)(uintptr_t)pointer, 2);
#else
    return pointer;
#endif
}

static inline const void *relative(const int32_t *offset) {
    return *offset == 0 ? NULL : (const char *)offset + *offset;
}

// Follows a reference whose lowest bit says that it refers to a pointer.
static inline const void *indirectable(const int32_t *offset, bool is_indirect) {
    const void *target = (const char *)offset + (*offset & ~3);
    return plain(is_indirect ? *(const void *const *)target : target);
}

#endif
