#include "CWormerTesting.h"

// Calls a function of WormerTesting, which is written in Swift, when the program is loaded, so that tests need neither a
// trait nor a call.

#if defined(__APPLE__)
#include <dlfcn.h>
#include <stddef.h>

// Where two images share this target, Xcode makes a framework of it, which cannot refer to a function in an image that
// depends on it. The function of the same copy comes first.
__attribute__((constructor)) static void call_install(void) {
    void *own = dlsym(RTLD_SELF, "wormer_testing_install");
    void (*install)(void) = (void (*)(void))(own != NULL ? own : dlsym(RTLD_DEFAULT, "wormer_testing_install"));
    if (install != NULL) {
        install();
    }
}

#else

// The function is hidden, so that each copy of the library in a process calls its own.
__attribute__((visibility("hidden"))) void wormer_testing_install(void);

__attribute__((constructor)) static void call_install(void) {
    wormer_testing_install();
}
#endif
