#include <mach-o/loader.h>
#if defined(__LP64__)
extern uint8_t *getsectiondata(const struct mach_header_64 *, const char *, const char *, unsigned long *);
extern uint8_t *getsegmentdata(const struct mach_header_64 *, const char *, unsigned long *);
#else
extern uint8_t *getsectiondata(const struct mach_header *, const char *, const char *, unsigned long *);
extern uint8_t *getsegmentdata(const struct mach_header *, const char *, unsigned long *);
#endif
