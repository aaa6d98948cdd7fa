/*
 * <stdlib.h>: random numbers. Where choices of the system are inputs, each number is any of its range, whatever
 * the seed is, but for rand_r, whose state is the program's; otherwise they are the sequences that programs see with
 * glibc:
 *
 * rand and random: an additive feedback generator. State: the last 31 numbers r of 32 bits. Next: r[i] = r[i-3] +
 * r[i-31] modulo 2^32, and the answer is r[i] / 2. A seed s gives r[0] = s, r[i] = 16807 r[i-1] modulo 2^31 - 1 for i <
 * 31, r[i] = r[i-31] for i < 34, and the first 310 sums are thrown away. Without a seed, it is 1. A seed of 0 counts as
 * 1.
 *
 * rand_r: two or three steps of a linear congruential generator, joined. drand48 and its family: X = 0x5DEECE66D X + 11
 * modulo 2^48.
 *
 * Does not do: initstate, setstate, the 48-bit functions that take their state as an argument.
 */
#include "vellum.h"

enum { STATE_LENGTH = 31, STATE_GAP = 3, THROWN_AWAY = 310 };

static struct {
    int seeded;
    int at;                       /* where the oldest number is, which the next one replaces */
    unsigned last[STATE_LENGTH];
} generator;

static unsigned next_sum(void)
{
    int back = (generator.at + STATE_LENGTH - STATE_GAP) % STATE_LENGTH;
    unsigned sum = generator.last[generator.at] + generator.last[back];
    generator.last[generator.at] = sum;
    generator.at = (generator.at + 1) % STATE_LENGTH;
    return sum;
}

static void start(unsigned seed)
{
    long long value = (int)(seed == 0 ? 1 : seed);
    generator.last[0] = (unsigned)value;
    for (int i = 1; i < STATE_LENGTH; i++) {
        /* The remainder has the sign of the seed; after the first step it is brought to 0 .. 2^31 - 2. */
        value = 16807 * value % INT_MAX;
        value += (value < 0) * (long long)INT_MAX;
        generator.last[i] = (unsigned)value;
    }
    /* The first three count as the numbers 31 to 33, so the first sum takes the place of number 3. */
    generator.at = STATE_GAP;
    for (int i = 0; i < THROWN_AWAY; i++)
        next_sum();
    generator.seeded = 1;
}

/* Where numbers are inputs, the same seed must still give the same ones: they are not kept, so it may not come again. */
struct seeding {
    int used;  /* whether a number was given since the latest seed */
    int again; /* whether there was a seed before, with numbers after it */
    unsigned seed;
};

static void seed_again(struct seeding *seeding, unsigned seed)
{
    if (seeding->used && (seeding->again || seed == seeding->seed))
        __vellum_unsupported("random numbers behind a seed that may have come before");
    seeding->again |= seeding->used;
    seeding->used = 0;
    seeding->seed = seed;
}

static struct seeding seeding = {0, 0, 1};

static int next_number(void)
{
    if (__vellum_chooses()) {
        seeding.used = 1;
        return (int)__vellum_choice(INT_MAX + 1ll);
    }
    if (!generator.seeded)
        start(1);
    return (int)(next_sum() >> 1);
}

static void seed_with(unsigned seed)
{
    if (__vellum_chooses())
        seed_again(&seeding, seed == 0 ? 1 : seed);
    else
        start(seed);
}

void srand(unsigned seed)
{
    seed_with(seed);
}

int rand(void)
{
    return next_number();
}

void srandom(unsigned seed)
{
    seed_with(seed);
}

long random(void)
{
    return next_number();
}

/* The upper half of the state after a step, of which the callers take some bits. */
static unsigned step(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16;
}

int rand_r(unsigned *state)
{
    if (__vellum_chooses())
        __vellum_assumed("rand_r() returns the numbers of glibc");
    unsigned high = step(state) % 2048;
    unsigned middle = step(state) % 1024;
    unsigned low = step(state) % 1024;
    return (int)(high << 20 ^ middle << 10 ^ low);
}

/* ---- 48 bits ---- */

static unsigned long long wide_state;

static struct seeding wide_seeding;

static unsigned long long next_wide(void)
{
    if (__vellum_chooses()) {
        wide_seeding.used = 1;
        return (unsigned long long)__vellum_choice(1ll << 48);
    }
    wide_state = (wide_state * 0x5DEECE66Dull + 11) & 0xFFFFFFFFFFFFull;
    return wide_state;
}

void srand48(long seed)
{
    if (__vellum_chooses())
        seed_again(&wide_seeding, (unsigned)seed);
    wide_state = (unsigned long long)(unsigned)seed << 16 | 0x330E;
}

double drand48(void)
{
    return (double)next_wide() / 281474976710656.0;
}

long lrand48(void)
{
    return (long)(next_wide() >> 17);
}

long mrand48(void)
{
    return (int)(unsigned)(next_wide() >> 16);
}
