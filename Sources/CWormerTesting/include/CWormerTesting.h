// Tells the core, when the program is loaded, where to report the failures of tests. There is nothing to call.

#ifndef CWORMERTESTING_H
#define CWORMERTESTING_H
#endif
