#define RTLD_DEFAULT ((void *)-2)
#define RTLD_SELF ((void *)-3)
extern void *dlsym(void *, const char *);
