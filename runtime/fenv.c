/*
 * <fenv.h>: rounding modes. The engine computes in the mode that is set.
 *
 * Relies on: __vellum_rounding and __vellum_set_rounding, with the numbers of x86.
 *
 * Does not do: exceptions. fetestexcept is not there, because it would have to say which were raised; those that only
 * lower flags or keep them have nothing to do.
 */
#include "vellum.h"

enum { TO_NEAREST = 0, DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };

int fegetround(void)
{
    return __vellum_rounding();
}

/* Each mode is a constant: the engine has one mode on a path. */
int fesetround(int direction)
{
    switch (direction) {
    case TO_NEAREST:
        __vellum_set_rounding(TO_NEAREST);
        return 0;
    case DOWNWARD:
        __vellum_set_rounding(DOWNWARD);
        return 0;
    case UPWARD:
        __vellum_set_rounding(UPWARD);
        return 0;
    case TOWARD_ZERO:
        __vellum_set_rounding(TOWARD_ZERO);
        return 0;
    default:
        return 1;
    }
}

int feclearexcept(int which)
{
    (void)which;
    return 0;
}

/*
 * An environment, as x86 stores it: the control word first, with the mode in its bits 10 and 11, and at the end, only
 * where pointers have 64 bits, that of SSE, with the mode in its bits 13 and 14.
 */
struct environment {
    unsigned short control;
    unsigned short others[13];
    unsigned sse;
};

enum { NO_TRAPS = 0x37f, NO_SSE_TRAPS = 0x1f80, ENVIRONMENT_32 = 28 };

int fegetenv(struct environment *to)
{
    unsigned mode = (unsigned)__vellum_rounding();
    memset(to, 0, ENVIRONMENT_32);
    to->control = (unsigned short)(NO_TRAPS | mode);
    if (sizeof(void *) == 8)
        to->sse = NO_SSE_TRAPS | mode << 3;
    return 0;
}

/* All bits set stand for the environment at the start of a program. */
int fesetenv(const struct environment *from)
{
    int is_default = from == (const struct environment *)-1;
    return fesetround(is_default ? TO_NEAREST : from->control & TOWARD_ZERO);
}

int feholdexcept(struct environment *to)
{
    return fegetenv(to);
}

int feupdateenv(const struct environment *from)
{
    return fesetenv(from);
}
