#include "CWormerTesting.h"

#include <CWormer.h>

// Installs the functions of WormerTesting, which are written in Swift. This runs when the program is loaded, so that
// tests need neither a trait nor a call.

#if defined(__APPLE__)
#include <dlfcn.h>

// Where two images share this target, Xcode makes a framework of it, which cannot refer to a function in an image that
// depends on it. The functions of the same copy come first.
static void *function(const char *name) {
    void *address = dlsym(RTLD_SELF, name);
    return address != NULL ? address : dlsym(RTLD_DEFAULT, name);
}

__attribute__((constructor)) static void wormer_testing_install(void) {
    wormer_failure_handler record = (wormer_failure_handler)function("wormer_testing_record");
    void (*observe)(void) = (void (*)(void))function("wormer_testing_observe");
    if (record != NULL && observe != NULL) {
        wormer_set_failure_handler(record);
        observe();
    }
}

#else

// The functions are hidden, so that each copy of the library in a process calls its own.
#define OF_THIS_COPY __attribute__((visibility("hidden")))
OF_THIS_COPY bool wormer_testing_record(
    const char *text, const void *location, bool ends_process, bool is_warning);
OF_THIS_COPY void wormer_testing_observe(void);

__attribute__((constructor)) static void wormer_testing_install(void) {
    wormer_set_failure_handler(wormer_testing_record);
    wormer_testing_observe();
}
#endif
