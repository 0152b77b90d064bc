#pragma once
#include <_types.h>
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
int posix_memalign(void **, size_t, size_t);
void abort(void) __attribute__((noreturn));
char *getenv(const char *);
