#pragma once
#include <_types.h>
struct timespec { long tv_sec, tv_nsec; };
typedef enum { _CLOCK_MONOTONIC = 6 } clockid_t;
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
__SINCE_2016 int clock_gettime(clockid_t, struct timespec *);
