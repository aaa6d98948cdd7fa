/*
 * <errno.h>: the place that `errno` stands for in glibc's headers. One for the program, as there is one thread. And what
 * several files answer for a descriptor that is none of the three.
 */
#include "vellum.h"

/* The engine sets it where an allocation fails. */
int __vellum_errno;

int *__errno_location(void)
{
    return &__vellum_errno;
}

int __vellum_other_descriptor(int fd)
{
    if (fd >= 0)
        __vellum_one_answer("files: descriptors above 2 are taken to be closed");
    *__errno_location() = EBADF;
    return -1;
}
