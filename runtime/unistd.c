/*
 * <unistd.h>: as much as programs that only read and print need.
 *
 * Relies on: __vellum_write, __vellum_read, __vellum_exit. Descriptors 0, 1 and 2 are the only ones; they are no
 * terminals. read and the functions of stdio.c take from the same input, and stdio.c keeps nothing back but what was
 * given back to it.
 *
 * Does not do: files, processes, signals (alarm, pause).
 */
#include "vellum.h"

ssize_t write(int fd, const void *from, size_t length)
{
    if ((fd != 1 && fd != 2) || __vellum_is_closed(fd))
        return __vellum_other_descriptor(fd);
    __vellum_assumed("writing to an open descriptor succeeds");
    __vellum_write(fd, from, length);
    return (ssize_t)length;
}

ssize_t read(int fd, void *to, size_t length)
{
    unsigned char *bytes = to;
    if (fd != 0 || __vellum_is_closed(fd))
        return __vellum_other_descriptor(fd);
    __vellum_assumed("reading standard input does not fail, and gives all that there is");
    for (size_t i = 0; i < length; i++) {
        int byte = __vellum_read();
        if (byte < 0)
            return (ssize_t)i;
        bytes[i] = (unsigned char)byte;
    }
    return (ssize_t)length;
}

int close(int fd)
{
    if (fd < 0 || fd > 2 || __vellum_is_closed(fd))
        return __vellum_other_descriptor(fd);
    __vellum_close(fd);
    return 0;
}

int isatty(int fd)
{
    enum { ENOTTY = 25 };
    if (fd < 0 || fd > 2 || __vellum_is_closed(fd)) {
        __vellum_other_descriptor(fd);
        return 0;
    }
    __vellum_assumed("standard input and output are no terminals");
    *__errno_location() = ENOTTY;
    return 0;
}

/* Any number does; it is the same in each run. */
int getpid(void)
{
    __vellum_assumed("the process has the number 1000");
    return 1000;
}

/* No time passes. */

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    __vellum_assumed("no signal ends a sleep before its time");
    return 0;
}

int usleep(unsigned microseconds)
{
    (void)microseconds;
    __vellum_assumed("no signal ends a sleep before its time");
    return 0;
}

_Noreturn void _exit(int status)
{
    __vellum_exit(status);
}
