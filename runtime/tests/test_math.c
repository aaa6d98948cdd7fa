/* <math.h>, against the system's: numbers that are special, at the limits, and random bits. */
#include "check.h"

/* Equal with the sign of a zero, or both NaN. */
static int same(long double left, long double right)
{
    return left == right ? !signbit(left) == !signbit(right) : left != left && right != right;
}

static unsigned long long random_bits(void)
{
    unsigned long long bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | random_below(256);
    return bits;
}

/* Numbers of each format: random bits, and random numbers near the integers. Signalling NaNs are made quiet. */
static float random_float(void)
{
    union { unsigned bits; float value; } number = {(unsigned)random_bits()};
    if (number.value != number.value)
        number.bits |= 1u << 22;
    return random_below(2) ? number.value : (float)((int)random_below(4096) - 2048) / 8;
}

static double random_double(void)
{
    union { unsigned long long bits; double value; } number = {random_bits()};
    if (number.value != number.value)
        number.bits |= 1ull << 51;
    return random_below(2) ? number.value : ((int)random_below(4096) - 2048) / 8.0;
}

static long double random_long_double(void)
{
    union {
        struct { unsigned long long significand; unsigned short exponent; } bits;
        long double value;
    } number = {{random_bits(), (unsigned short)random_bits()}};
    /* The leading bit is set unless the number is subnormal: other patterns are no numbers. */
    number.bits.significand |= 1ull << 63;
    if ((number.bits.exponent & 0x7fff) == 0)
        number.bits.significand &= ~0ull >> 1;
    if ((number.bits.exponent & 0x7fff) == 0x7fff)
        number.bits.significand |= 3ull << 62;
    if (random_below(4) == 0)
        number.bits.exponent = (unsigned short)(random_below(2) << 15 | (16383 + random_below(80)));
    return random_below(2) ? number.value : ((int)random_below(4096) - 2048) / 8.0L;
}

#define SAME1(f, s) CHECK(same(rt_##f##s(x), f##s(x)), #f #s " %La: %La", (long double)x, (long double)rt_##f##s(x))
#define EQUAL1(f, s) CHECK(rt_##f##s(x) == f##s(x), #f #s " %La", (long double)x)
#define SAME2(f, s)                                                                                                    \
    CHECK(same(rt_##f##s(x, y), f##s(x, y)), #f #s " %La %La: %La", (long double)x, (long double)y,                    \
          (long double)rt_##f##s(x, y))

/* All functions of one number. */
#define COMPARE_ONE(type, s)                                                                                           \
    static void compare_one##s(type x)                                                                                 \
    {                                                                                                                  \
        type whole, rt_whole, part, rt_part;                                                                           \
        int power, rt_power;                                                                                           \
        SAME1(fabs, s);                                                                                                \
        SAME1(trunc, s);                                                                                               \
        SAME1(floor, s);                                                                                               \
        SAME1(ceil, s);                                                                                                \
        SAME1(round, s);                                                                                               \
        SAME1(rint, s);                                                                                                \
        SAME1(nearbyint, s);                                                                                           \
        SAME1(logb, s);                                                                                                \
        EQUAL1(ilogb, s);                                                                                              \
        EQUAL1(lround, s);                                                                                             \
        EQUAL1(llround, s);                                                                                            \
        EQUAL1(lrint, s);                                                                                              \
        EQUAL1(llrint, s);                                                                                             \
        CHECK(!rt___signbit##s(x) == !__builtin_signbit##s(x), "signbit" #s " %La", (long double)x);                   \
        CHECK(!rt___isnan##s(x) == !(x != x) && !rt_isnan##s(x) == !(x != x), "isnan" #s " %La", (long double)x);      \
        CHECK(rt___isinf##s(x) == isinf##s(x) && rt_isinf##s(x) == isinf##s(x), "isinf" #s " %La", (long double)x);    \
        CHECK(!rt___finite##s(x) == !finite##s(x) && !rt_finite##s(x) == !finite##s(x), "finite" #s);                  \
        CHECK(rt___fpclassify##s(x) == fpclassify(x), "fpclassify" #s " %La", (long double)x);                         \
        part = modf##s(x, &whole);                                                                                     \
        rt_part = rt_modf##s(x, &rt_whole);                                                                            \
        CHECK(same(part, rt_part) && same(whole, rt_whole), "modf" #s " %La", (long double)x);                         \
        part = frexp##s(x, &power);                                                                                    \
        rt_part = rt_frexp##s(x, &rt_power);                                                                           \
        CHECK(same(part, rt_part) && power == rt_power, "frexp" #s " %La", (long double)x);                            \
    }

/* All functions of two. */
#define COMPARE_TWO(type, s)                                                                                           \
    static void compare_two##s(type x, type y)                                                                         \
    {                                                                                                                  \
        SAME2(copysign, s);                                                                                            \
        /* Of two zeros the system may give either. */                                                                 \
        CHECK((x == 0 && y == 0) || same(rt_fmin##s(x, y), fmin##s(x, y)), "fmin" #s);                                 \
        CHECK((x == 0 && y == 0) || same(rt_fmax##s(x, y), fmax##s(x, y)), "fmax" #s);                                 \
        SAME2(fdim, s);                                                                                                \
        SAME2(nextafter, s);                                                                                           \
        SAME2(nexttoward, s);                                                                                          \
        SAME2(remainder, s);                                                                                           \
        SAME2(drem, s);                                                                                                \
    }

/* All functions of a number and a power of two. */
#define COMPARE_POWER(type, s)                                                                                         \
    static void compare_power##s(type x, int power)                                                                    \
    {                                                                                                                  \
        CHECK(same(rt_ldexp##s(x, power), ldexp##s(x, power)), "ldexp" #s " %La %d", (long double)x, power);           \
        CHECK(same(rt_scalbn##s(x, power), scalbn##s(x, power)), "scalbn" #s " %La %d", (long double)x, power);        \
        CHECK(same(rt_scalbln##s(x, power), scalbln##s(x, power)), "scalbln" #s " %La %d", (long double)x, power);     \
    }

COMPARE_ONE(float, f)
COMPARE_ONE(double, )
COMPARE_ONE(long double, l)
COMPARE_TWO(float, f)
COMPARE_TWO(double, )
COMPARE_TWO(long double, l)
COMPARE_POWER(float, f)
COMPARE_POWER(double, )
COMPARE_POWER(long double, l)

static const long double values[] = {
    0.0L, -0.0L, 1, -1, 0.5L, -0.5L, 1.5L, -1.5L, 2.5L, -2.5L, 3, 0.49999999999999994L, 0x1p52L, 0x1.8p52L, 0x1p62L,
    0x1p63L, -0x1p63L, 0x1p31L, 0x1.fffffffffffffp51L, 0x1.fffffffffffffffep62L, -3e30L, INFINITY, -INFINITY, NAN,
    -NAN, 1e-40L, 1e-310L, -1e-310L, 1e-4940L, 1e300L, 0x1p-126L, 0x1p-1022L, 0x1p-16382L, 0x1p-149L, 0x1p-1074L,
    0x1p-16445L, 0x1.fffffffffffffp1023L, 0x1.fffffep127L, 0x1.fffffffffffffffep16383L, 0x1p16383L, 0x1p1023L};
enum { COUNT = sizeof values / sizeof values[0] };

static const int powers[] = {0,     1,    -1,    10,     -10,    63,      -63,     127,     -149,    1023,   -1022,
                             -1074, -1075, 2000, -2000,  2098,   -2098,   16383,   -16382,  -16445,  -16446, 32767,
                             -32828, INT_MAX, INT_MIN};

static void special_numbers(void)
{
    for (int i = 0; i < COUNT; i++) {
        compare_onef((float)values[i]);
        compare_one((double)values[i]);
        compare_onel(values[i]);
        for (int k = 0; k < COUNT; k++) {
            compare_twof((float)values[i], (float)values[k]);
            compare_two((double)values[i], (double)values[k]);
            compare_twol(values[i], values[k]);
            CHECK(same(rt_fmodl(values[i], values[k]), fmodl(values[i], values[k])), "fmodl %La %La", values[i],
                  values[k]);
            CHECK(same(rt_nexttoward((double)values[i], values[k]), nexttoward((double)values[i], values[k])),
                  "nexttoward");
        }
        for (unsigned k = 0; k < sizeof powers / sizeof powers[0]; k++) {
            compare_powerf((float)values[i], powers[k]);
            compare_power((double)values[i], powers[k]);
            compare_powerl(values[i], powers[k]);
        }
    }
}

/* Less than an unit of the last place apart. */
static int near(long double left, long double right)
{
    return same(left, right) || nextafterl(left, right) == right;
}

static void random_numbers(void)
{
    for (int i = 0; i < 20000; i++) {
        float xf = random_float(), yf = random_float();
        double x = random_double(), y = random_double();
        long double xl = random_long_double(), yl = random_long_double();
        compare_onef(xf);
        compare_one(x);
        compare_onel(xl);
        compare_twof(xf, yf);
        compare_two(x, y);
        compare_powerf(xf, (int)random_below(600) - 300);
        compare_power(x, (int)random_below(5000) - 2500);
        compare_powerl(xl, (int)random_below(70000) - 35000);
        CHECK(near(rt_hypotl(xl, yl), hypotl(xl, yl)), "hypotl %La %La", xl, yl);
        /* Near numbers, so that the quotient is not always zero or huge. */
        compare_two(x, x * ((int)random_below(4096) - 2048) / 64);
        if (i % 10 == 0) {
            compare_twol(xl, yl);
            CHECK(same(rt_fmodl(xl, yl), fmodl(xl, yl)), "fmodl %La %La: %La", xl, yl, rt_fmodl(xl, yl));
        }
    }
}

void test_math(void)
{
    special_numbers();
    random_numbers();
    CHECK(signbit(rt_fmin(0.0, -0.0)) && !signbit(rt_fmax(-0.0, 0.0)), "fmin and fmax of zeros");
    CHECK(rt_nan("") != rt_nan("1") && rt_nanf("") != 0 && rt_nanl("") != rt_nanl(""), "nan");
}
