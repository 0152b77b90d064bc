#pragma once
#include <_types.h>
void *memset(void *, int, size_t);
void *memcpy(void *__restrict, const void *__restrict, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
