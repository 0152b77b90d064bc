#include "CWormerTesting.h"

#include <CWormer.h>

// Both functions are defined in WormerTesting. They are hidden, so that each copy of the library in a process calls its
// own.
#define OF_THIS_COPY __attribute__((visibility("hidden")))
OF_THIS_COPY bool wormer_testing_record(const char *text, const void *location, bool ends_process);
OF_THIS_COPY void wormer_testing_observe(void);

// Runs when the program is loaded, so that tests need neither a trait nor a call.
__attribute__((constructor)) static void wormer_testing_install(void) {
    wormer_set_failure_handler(wormer_testing_record);
    wormer_testing_observe();
}
