#include "CStress.h"

_Thread_local void *stress_worker = 0;
