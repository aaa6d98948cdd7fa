/*
 * <time.h> and <sys/time.h>: time, clock, difftime, clock_gettime, gettimeofday, nanosleep.
 *
 * Relies on: __vellum_time, which counts whole seconds. clock is not a clock: it goes on by a millisecond with each
 * call, so that a program that waits for it comes to an end, and runs are repeatable.
 *
 * Does not do: calendar time (gmtime, strftime, ...).
 */
#include "vellum.h"

time_t time(time_t *to)
{
    time_t now = (time_t)__vellum_time();
    if (to)
        *to = now;
    return now;
}

long clock(void)
{
    static long microseconds;
    __vellum_assumed("clock() goes on by a millisecond with each call");
    microseconds += 1000;
    return microseconds;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/*
 * A time as struct timespec has it, and as struct timeval has it: seconds, and a part of a second that is always 0
 * here.
 */
struct seconds {
    time_t whole;
    long part;
};

static int tell(struct seconds *to)
{
    __vellum_assumed("each time is a whole second");
    to->whole = (time_t)__vellum_time();
    to->part = 0;
    return 0;
}

int clock_gettime(int which, struct seconds *to)
{
    (void)which;
    return tell(to);
}

int gettimeofday(struct seconds *to, void *zone)
{
    (void)zone;
    return tell(to);
}

/* No time passes. */
int nanosleep(const struct seconds *wanted, struct seconds *left)
{
    (void)wanted;
    if (left)
        left->whole = left->part = 0;
    return 0;
}
