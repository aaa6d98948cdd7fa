/*
 * <errno.h>: the place that `errno` stands for in glibc's headers. One for the program, as there is one thread. And which
 * descriptors are open, for the files that read and write.
 */
#include "vellum.h"

/* The engine sets it where an allocation fails. */
int __vellum_errno;

int *__errno_location(void)
{
    return &__vellum_errno;
}

static char closed[3];

int __vellum_is_closed(int fd)
{
    return closed[fd];
}

void __vellum_close(int fd)
{
    closed[fd] = 1;
}

int __vellum_other_descriptor(int fd)
{
    if (fd > 2 || (fd >= 0 && !closed[fd]))
        __vellum_one_answer("files: descriptors above 2 are taken to be closed");
    *__errno_location() = EBADF;
    return -1;
}
