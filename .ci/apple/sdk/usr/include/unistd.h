#include <_types.h>
long read(int, void *, size_t);
long write(int, const void *, size_t);
