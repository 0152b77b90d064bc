#include "CWormer.h"
#include "images.h"

// The records that the compiler and the linker have placed next to each other; see `wormer_visit_services`.

#if defined(__APPLE__) || defined(__ELF__)
typedef struct {
    uint32_t version;
    void (*declare)(uintptr_t);
} service_record;

static const uint32_t known_version = 1;

static void visit_section(const void *start, size_t size, uintptr_t visitor) {
    const service_record *records = start;
    for (size_t index = 0; index < size / sizeof(service_record); index++) {
        // A linker may fill gaps with zeros.
        if (records[index].version == known_version) {
            records[index].declare(visitor);
        }
    }
}
#endif

#if defined(__APPLE__)
// An image with Swift code is never unloaded.
intptr_t wormer_loaded_images(void) {
    return _dyld_image_count();
}

void wormer_visit_services(uintptr_t visitor) {
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const image_header *header = (const image_header *)_dyld_get_image_header(index);
        unsigned long size = 0;
        const void *start = header == NULL ? NULL : getsectiondata(header, "__DATA_CONST", "wormer_services", &size);
        visit_section(start, size, visitor);
    }
}

#else

intptr_t wormer_loaded_images(void) {
    return 1;
}

#if defined(__ELF__)
// The linker defines these symbols if the section has a record. They delimit the records of the program or dynamic
// library that contains this code.
extern const char section_start[] __asm__("__start_wormer_services") __attribute__((weak, visibility("hidden")));
extern const char section_end[] __asm__("__stop_wormer_services") __attribute__((weak, visibility("hidden")));

void wormer_visit_services(uintptr_t visitor) {
    visit_section(section_start, (size_t)(section_end - section_start), visitor);
}
#else
void wormer_visit_services(uintptr_t visitor) {
    (void)visitor;
}
#endif
#endif
