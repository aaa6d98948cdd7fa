/*
 * <time.h> and <sys/time.h>: time, clock, difftime, clock_gettime, gettimeofday, nanosleep.
 *
 * Relies on: __vellum_time, which counts whole seconds. Where nothing is an input, clock is not a clock: it goes on by a
 * millisecond with each call, so that a program that waits for it comes to an end, and runs are repeatable.
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

/* The time that the program has used, which does not go back, or -1 if the system does not know it. */
long clock(void)
{
    static long microseconds;
    if (!__vellum_chooses()) {
        microseconds += 1000;
        return microseconds;
    }
    long now = (long)__vellum_choice((long)((unsigned long)-1 / 2)) - 1;
    __vellum_assume(now == -1 || now >= microseconds);
    if (now >= 0)
        microseconds = now;
    return now;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/*
 * A time as struct timespec has it, and as struct timeval has it: seconds, and nanoseconds or microseconds.
 */
struct seconds {
    time_t whole;
    long part;
};

static struct seconds now(long parts)
{
    struct seconds time = {(time_t)__vellum_time(), 0};
    if (__vellum_chooses())
        time.part = (long)__vellum_choice(parts);
    else
        __vellum_assumed("each time is a whole second");
    return time;
}

enum { KINDS = 12 };

/* Clocks that are set now and then, those that are not, and those that some systems lack. */
static int kind_of(int clock)
{
    static const signed char kinds[KINDS] = {1, 2, 2, 2, 2, 1, 2, 2, 3, 3, 0, 1};
    return clock >= 0 && clock < KINDS ? kinds[clock] : 0;
}

int clock_gettime(int which, struct seconds *to)
{
    static struct seconds latest[KINDS];
    int kind = kind_of(which);
    if (which < 0 || kind == 3)
        __vellum_one_answer("a clock that only some systems have");
    if (kind == 0 || kind == 3) {
        *__errno_location() = EINVAL;
        return -1;
    }
    struct seconds time = now(1000000000);
    if (kind == 2) {
        struct seconds *last = &latest[which];
        __vellum_assume(time.whole > last->whole || (time.whole == last->whole && time.part >= last->part));
        *last = time;
    }
    *to = time;
    return 0;
}

int gettimeofday(struct seconds *to, void *zone)
{
    if (to)
        *to = now(1000000);
    if (zone)
        memset(zone, 0, 2 * sizeof(int));
    return 0;
}

/* No time passes. */
int nanosleep(const struct seconds *wanted, struct seconds *left)
{
    if (wanted->whole < 0 || wanted->part < 0 || wanted->part >= 1000000000) {
        *__errno_location() = EINVAL;
        return -1;
    }
    __vellum_assumed("no signal ends a sleep before its time");
    (void)left;
    return 0;
}
