/*
 * <errno.h>: the place that `errno` stands for in glibc's headers. One for the program, as there is one thread.
 */
#include "vellum.h"

int *__errno_location(void)
{
    static int value;
    return &value;
}
