/*
 * <fenv.h>, as far as it has nothing to tell: rounding is to nearest, and cannot be changed.
 *
 * Does not do: exceptions. fetestexcept is not there, because it would have to say which were raised; those that only
 * lower flags or keep them have nothing to do.
 */
#include "vellum.h"

enum { TO_NEAREST = 0 };

int fegetround(void)
{
    return TO_NEAREST;
}

int fesetround(int direction)
{
    return direction != TO_NEAREST;
}

int feclearexcept(int which)
{
    (void)which;
    return 0;
}

int fegetenv(void *to)
{
    (void)to;
    return 0;
}

int fesetenv(const void *from)
{
    (void)from;
    return 0;
}

int feholdexcept(void *to)
{
    (void)to;
    return 0;
}

int feupdateenv(const void *from)
{
    (void)from;
    return 0;
}
