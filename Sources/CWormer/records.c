#include "CWormer.h"

// The records that the compiler and the linker have placed beside each other, see `wormer_visit_services`.

typedef struct {
    uint32_t version;
    void (*declare)(uintptr_t);
} service_record;

static const uint32_t known_version = 1;

static intptr_t visit_section(const void *start, size_t size, uintptr_t visitor) {
    const service_record *records = start;
    intptr_t count = 0;
    for (size_t index = 0; index < size / sizeof(service_record); index++) {
        // A linker may fill gaps with zeros.
        if (records[index].version == known_version) {
            count++;
            if (visitor != 0) {
                records[index].declare(visitor);
            }
        }
    }
    return count;
}

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

#if defined(__LP64__)
typedef struct mach_header_64 image_header;
#else
typedef struct mach_header image_header;
#endif

intptr_t wormer_visit_services(uintptr_t visitor) {
    intptr_t count = 0;
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const image_header *header = (const image_header *)_dyld_get_image_header(index);
        unsigned long size = 0;
        const void *start = header == NULL ? NULL : getsectiondata(header, "__DATA_CONST", "wormer_services", &size);
        if (start != NULL) {
            count += visit_section(start, size, visitor);
        }
    }
    return count;
}

#elif defined(__ELF__)
// The linker defines them where the section has a record: those of the program or dynamic library that this is part of.
extern const char section_start[] __asm__("__start_wormer_services") __attribute__((weak, visibility("hidden")));
extern const char section_end[] __asm__("__stop_wormer_services") __attribute__((weak, visibility("hidden")));

intptr_t wormer_visit_services(uintptr_t visitor) {
    return section_start == NULL ? 0 : visit_section(section_start, (size_t)(section_end - section_start), visitor);
}

#else
intptr_t wormer_visit_services(uintptr_t visitor) {
    (void)visitor;
    return 0;
}
#endif
