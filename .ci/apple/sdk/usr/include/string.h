#include <_types.h>
void *memcpy(void *__restrict, const void *__restrict, size_t);
char *strstr(const char *, const char *);
