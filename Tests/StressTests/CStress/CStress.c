#include "CStress.h"

_Thread_local void *stress_worker = 0;
intptr_t stress_clock = 0;
