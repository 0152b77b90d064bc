#pragma once
#include <_types.h>
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
typedef enum { _CLOCK_MONOTONIC = 6 } clockid_t;
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
__attribute__((availability(macosx, introduced = 10.12), availability(ios, introduced = 10.0)))
__attribute__((availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
int clock_gettime(clockid_t, struct timespec *);
