#include "CStress.h"


#include <stdlib.h>

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
#define HAS_MALLINFO2
#endif
#endif

_Thread_local void *stress_worker = 0;
intptr_t stress_clock = 0;

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#include <sanitizer/allocator_interface.h>

size_t stress_heap(void) {
    return __sanitizer_get_current_allocated_bytes();
}
#elif defined(__APPLE__)
#include <malloc/malloc.h>

size_t stress_heap(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}
#elif defined(HAS_MALLINFO2)
#include <malloc.h>

size_t stress_heap(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#else
size_t stress_heap(void) {
    return stress_resident();
}
#endif

#if defined(__APPLE__)
#include <mach/mach.h>

size_t stress_resident(void) {
    mach_task_basic_info_data_t info = {0};
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
    return info.resident_size;
}
#else
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

size_t stress_resident(void) {
#if defined(__GLIBC__)
    malloc_trim(0); // gives free memory back to the system
#endif
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
        fclose(file);
    }
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}
#endif

#if __has_feature(thread_sanitizer)
// ThreadSanitizer sees no order between the resumption of a continuation and the task that resumes, so it reports the
// fields of an error that one task creates and another task receives. They are constants.
const char *__tsan_default_suppressions(void) {
    return "race:InjectionErrorV7Details\nrace:InjectionErrorV4Step\n";
}
#endif
