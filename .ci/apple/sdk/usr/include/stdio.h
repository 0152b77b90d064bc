#include <_types.h>
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
FILE *fdopen(int, const char *);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
int fflush(FILE *);
int fprintf(FILE *__restrict, const char *__restrict, ...) __attribute__((format(printf, 2, 3)));
