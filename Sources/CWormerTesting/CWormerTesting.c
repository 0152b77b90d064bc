#include "CWormerTesting.h"

#include <CWormer.h>

// Both are functions of WormerTesting. Hidden, so that each copy of the library in one process calls its own.
#define OF_THIS_COPY __attribute__((visibility("hidden")))
OF_THIS_COPY bool wormer_testing_record(const char *text, const void *location, bool ends_process);
OF_THIS_COPY void wormer_testing_observe(void);

// Linked with the library and called before anything else, so that tests need no trait and no call of their own.
__attribute__((constructor)) static void wormer_testing_install(void) {
    wormer_set_failure_handler(wormer_testing_record);
    wormer_testing_observe();
}
