/*
 * <time.h>: time, clock, difftime.
 *
 * Relies on: __vellum_time. clock is not a clock: it goes on by a millisecond with each call, so that a program that waits for it
 * comes to an end, and runs are repeatable.
 *
 * Does not do: calendar time (gmtime, strftime, ...), clock_gettime.
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
    microseconds += 1000;
    return microseconds;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}
