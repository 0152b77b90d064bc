#include <_types.h>
void *malloc(size_t);
void free(void *);
void abort(void) __attribute__((noreturn));
char *getenv(const char *);
