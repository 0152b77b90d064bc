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
    return 0; // Nothing is measured here.
}
#endif

#if __has_feature(thread_sanitizer)
// ThreadSanitizer sees no order between the resumption of a continuation and the task that resumes, so it reports the
// fields of an error that one task creates and another task receives. They are constants.
const char *__tsan_default_suppressions(void) {
    return "race:InjectionErrorV7Details\nrace:InjectionErrorV4Step\n";
}
#endif
