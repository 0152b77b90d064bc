// Stand-ins for the headers of Apple's systems. Each declares what the package uses, with the types and the
// availability of the real declaration. The nullability is that of the real headers too, because Swift sees it.
#pragma once
#include <stddef.h>
#include <stdint.h>
#define __SINCE_2016 \
    __attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0), \
                   availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
