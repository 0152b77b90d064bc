#include <stddef.h>

/// Returns the number of bytes that the process has allocated on the heap.
size_t heap_size(void);
