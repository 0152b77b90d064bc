// A call of Swift's runtime, which an image of only C code does not link.

extern void *swift_retain(void *object);

void *planted(void *object) { return swift_retain(object); }
