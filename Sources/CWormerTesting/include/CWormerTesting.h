// Installs WormerTesting when the program is loaded. This header declares no functions.

#ifndef CWORMERTESTING_H
#define CWORMERTESTING_H
#endif
