// Stand-ins for the headers of Apple's systems. Each declares what the package uses, with the types, the availability
// and the sizes of the real declaration. The nullability is that of the real headers too, because Swift sees it.
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef long ssize_t;
typedef long time_t;
