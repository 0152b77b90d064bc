#ifndef CWORMER_IMAGES_H
#define CWORMER_IMAGES_H

#include <stdint.h>

// On arm64e, pointers in data are signed.
static inline const void *plain(const void *pointer) {
#if defined(__arm64e__)
    return __builtin_ptrauth_strip((void *)(uintptr_t)pointer, 2);
#else
    return pointer;
#endif
}

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

// An image is the program or a dynamic library in its process.
#if defined(__LP64__)
typedef struct mach_header_64 image_header;
#else
typedef struct mach_header image_header;
#endif
#endif

#endif
