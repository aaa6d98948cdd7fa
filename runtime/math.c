/*
 * <math.h>: what can be computed exactly from the bits of a number, comparisons, sums and products. Roots, fused
 * products and all that is transcendental are the engine's (crates/engine/src/library/math.rs).
 *
 * Relies on: the formats of x86 (binary32, binary64, and the extended format of 80 bits), little-endian. Bits are
 * looked at through a union. There are no exceptions, so nearbyint is rint. What is exact in double for a
 * float is computed in double.
 *
 * Does not do: errno (math functions do not set it), exceptions, signalling NaNs, other directions of rounding.
 */
#include "vellum.h"

/* A number, its bytes, and in which of them the sign is, as the highest bit. */

union float_bits {
    float value;
    unsigned whole;
    unsigned char bytes[sizeof(float)];
};

union double_bits {
    double value;
    unsigned long long whole;
    unsigned char bytes[sizeof(double)];
};

union long_double_bits {
    long double value;
    struct {
        unsigned long long significand; /* with its leading bit */
        unsigned short exponent;        /* with the sign on top */
    } parts;
    unsigned char bytes[sizeof(long double)];
};

enum { FLOAT_SIGN = 3, DOUBLE_SIGN = 7, LONG_DOUBLE_SIGN = 9 };

/* The engine's. */
double fmod(double left, double right);
long double sqrtl(long double value);

/* A power of two that is never in range, so that sums with the exponent of a number do not overflow. */
enum { FAR = 100000 };

static int near(long power)
{
    return power > FAR ? FAR : power < -FAR ? -FAR : (int)power;
}

/* The limits of long, and so of what lround and lrint give. */
static double long_limit(void)
{
    return sizeof(long) == 8 ? 0x1p63 : 0x1p31;
}

/* Answers of fpclassify, as glibc's headers number them. */
enum { CLASS_NAN, CLASS_INFINITE, CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL };

/* ---- float ---- */

int __signbitf(float value)
{
    union float_bits bits = {value};
    return bits.bytes[FLOAT_SIGN] >> 7;
}

float fabsf(float value)
{
    union float_bits bits = {value};
    bits.bytes[FLOAT_SIGN] &= 0x7f;
    return bits.value;
}

float copysignf(float value, float sign)
{
    return __signbitf(value) == __signbitf(sign) ? value : -value;
}

int __isnanf(float value)
{
    return value != value;
}

/* 1 for infinity, -1 for minus infinity. */
int __isinff(float value)
{
    if (value - value == 0 || value != value)
        return 0;
    return value > 0 ? 1 : -1;
}

int __finitef(float value)
{
    return value - value == 0;
}

int __fpclassifyf(float value)
{
    float magnitude = fabsf(value);
    if (value != value)
        return CLASS_NAN;
    if (value - value != 0)
        return CLASS_INFINITE;
    if (magnitude == 0)
        return CLASS_ZERO;
    return magnitude < 0x1p-126f ? CLASS_SUBNORMAL : CLASS_NORMAL;
}

/* Of a number and a NaN, the number; of zeros, the one with the lesser sign. */
float fminf(float left, float right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbitf(left) ? left : right;
    return left < right ? left : right;
}

float fmaxf(float left, float right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbitf(left) ? right : left;
    return left > right ? left : right;
}

int isnanf(float value)
{
    return __isnanf(value);
}

int isinff(float value)
{
    return __isinff(value);
}

int finitef(float value)
{
    return __finitef(value);
}

/* ---- double ---- */

int __signbit(double value)
{
    union double_bits bits = {value};
    return bits.bytes[DOUBLE_SIGN] >> 7;
}

double fabs(double value)
{
    union double_bits bits = {value};
    bits.bytes[DOUBLE_SIGN] &= 0x7f;
    return bits.value;
}

double copysign(double value, double sign)
{
    return __signbit(value) == __signbit(sign) ? value : -value;
}

int __isnan(double value)
{
    return value != value;
}

/* 1 for infinity, -1 for minus infinity. */
int __isinf(double value)
{
    if (value - value == 0 || value != value)
        return 0;
    return value > 0 ? 1 : -1;
}

int __finite(double value)
{
    return value - value == 0;
}

int __fpclassify(double value)
{
    double magnitude = fabs(value);
    if (value != value)
        return CLASS_NAN;
    if (value - value != 0)
        return CLASS_INFINITE;
    if (magnitude == 0)
        return CLASS_ZERO;
    return magnitude < 0x1p-1022 ? CLASS_SUBNORMAL : CLASS_NORMAL;
}

/* Of a number and a NaN, the number; of zeros, the one with the lesser sign. */
double fmin(double left, double right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbit(left) ? left : right;
    return left < right ? left : right;
}

double fmax(double left, double right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbit(left) ? right : left;
    return left > right ? left : right;
}

int isnan(double value)
{
    return __isnan(value);
}

int isinf(double value)
{
    return __isinf(value);
}

int finite(double value)
{
    return __finite(value);
}

/* ---- long double ---- */

int __signbitl(long double value)
{
    union long_double_bits bits = {value};
    return bits.bytes[LONG_DOUBLE_SIGN] >> 7;
}

long double fabsl(long double value)
{
    union long_double_bits bits = {value};
    bits.bytes[LONG_DOUBLE_SIGN] &= 0x7f;
    return bits.value;
}

long double copysignl(long double value, long double sign)
{
    return __signbitl(value) == __signbitl(sign) ? value : -value;
}

int __isnanl(long double value)
{
    return value != value;
}

/* 1 for infinity, -1 for minus infinity. */
int __isinfl(long double value)
{
    if (value - value == 0 || value != value)
        return 0;
    return value > 0 ? 1 : -1;
}

int __finitel(long double value)
{
    return value - value == 0;
}

int __fpclassifyl(long double value)
{
    long double magnitude = fabsl(value);
    if (value != value)
        return CLASS_NAN;
    if (value - value != 0)
        return CLASS_INFINITE;
    if (magnitude == 0)
        return CLASS_ZERO;
    return magnitude < 0x1p-16382L ? CLASS_SUBNORMAL : CLASS_NORMAL;
}

/* Of a number and a NaN, the number; of zeros, the one with the lesser sign. */
long double fminl(long double left, long double right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbitl(left) ? left : right;
    return left < right ? left : right;
}

long double fmaxl(long double left, long double right)
{
    if (left != left)
        return right;
    if (right != right)
        return left;
    if (left == right)
        return __signbitl(left) ? right : left;
    return left > right ? left : right;
}

int isnanl(long double value)
{
    return __isnanl(value);
}

int isinfl(long double value)
{
    return __isinfl(value);
}

int finitel(long double value)
{
    return __finitel(value);
}

/* ---- Whole numbers of double ---- */

double trunc(double value)
{
    union double_bits bits = {value};
    int exponent = (int)(bits.whole >> 52 & 0x7ff) - 1023;
    if (exponent < 0)
        bits.whole &= 1ull << 63;
    else if (exponent < 52)
        bits.whole &= ~(~0ull >> 12 >> exponent);
    return bits.value;
}

double floor(double value)
{
    double whole = trunc(value);
    return whole > value ? whole - 1 : whole;
}

double ceil(double value)
{
    double whole = trunc(value);
    return whole < value ? whole + 1 : whole;
}

/* Halves away from zero. The difference is exact; for an infinity it is a NaN, which is not large. */
double round(double value)
{
    double whole = trunc(value);
    return fabs(value - whole) >= 0.5 ? whole + copysign(1, value) : whole;
}

/*
 * Whether a number that is not whole is rounded away from zero, in the mode that is set. To nearest, halves go to the
 * even neighbour.
 */
static int goes_away(int is_negative, int is_more_than_half, int is_half, int is_odd)
{
    enum { DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };
    switch (__vellum_rounding()) {
    case DOWNWARD:
        return is_negative;
    case UPWARD:
        return !is_negative;
    case TOWARD_ZERO:
        return 0;
    default:
        return is_more_than_half || (is_half && is_odd);
    }
}

double rint(double value)
{
    double whole = trunc(value);
    double rest = fabs(value - whole);
    int odd = trunc(whole / 2) * 2 != whole;
    return rest > 0 && goes_away(value < 0, rest > 0.5, rest == 0.5, odd) ? whole + copysign(1, value) : whole;
}

double nearbyint(double value)
{
    return rint(value);
}

/* A whole number as an integer; what is out of range, and a NaN, is the least one, as x86 converts it. */
static long long integer(double whole, double limit)
{
    return whole >= -limit && whole < limit ? (long long)whole : (long long)-limit;
}

long lround(double value)
{
    return (long)integer(round(value), long_limit());
}

long long llround(double value)
{
    return integer(round(value), 0x1p63);
}

long lrint(double value)
{
    return (long)integer(rint(value), long_limit());
}

long long llrint(double value)
{
    return integer(rint(value), 0x1p63);
}

/* The fraction has the sign of the number also if it is zero. */
double modf(double value, double *whole)
{
    double rest = trunc(value);
    *whole = rest;
    return rest == value ? copysign(0, value) : value - rest;
}

/* ---- Exponents of double ---- */

double frexp(double value, int *power)
{
    union double_bits bits = {value};
    *power = 0;
    if (value == 0 || value - value != 0)
        return value;
    if ((bits.whole >> 52 & 0x7ff) == 0) {
        bits.value = value * 0x1p64;
        *power = -64;
    }
    *power += (int)(bits.whole >> 52 & 0x7ff) - 1022;
    bits.whole = (bits.whole & ~(0x7ffull << 52)) | 1022ull << 52;
    return bits.value;
}

double ldexp(double value, int power)
{
    int own;
    union double_bits bits = {frexp(value, &own)};
    if (value == 0 || value - value != 0)
        return value;
    power = near(power) + own;
    if (power > 1024)
        return copysign(0x1p1023, value) * 2;
    if (power < -1100)
        return copysign(0, value);
    /* Where the result is subnormal, one product rounds it. */
    int low = power < -1021;
    bits.whole = (bits.whole & ~(0x7ffull << 52)) | (unsigned long long)(power + 1022 + 128 * low) << 52;
    return low ? bits.value * 0x1p-128 : bits.value;
}

double scalbn(double value, int power)
{
    return ldexp(value, power);
}

double scalbln(double value, long power)
{
    return ldexp(value, near(power));
}

double logb(double value)
{
    int power;
    if (value - value != 0)
        return value * value;
    if (value == 0)
        return -1 / fabs(value);
    frexp(value, &power);
    return power - 1;
}

/* The values for zero, NaN and infinity are glibc's on x86. */
int ilogb(double value)
{
    int power;
    if (value != value || value == 0)
        return -INT_MAX - 1;
    if (value - value != 0)
        return INT_MAX;
    frexp(value, &power);
    return power - 1;
}

/* ---- Other functions of two numbers of double ---- */

double fdim(double left, double right)
{
    return left <= right ? 0 : left - right;
}

/* The neighbour of a number that is no NaN, above it or below. */
static double neighbour(double value, int above)
{
    union double_bits bits = {value};
    if (value == 0)
        return above ? 0x1p-1074 : -0x1p-1074;
    if (above == (value > 0))
        bits.whole++;
    else
        bits.whole--;
    return bits.value;
}

double nextafter(double from, double to)
{
    if (from != from || to != to)
        return from + to;
    return from == to ? to : neighbour(from, from < to);
}

double nexttoward(double from, long double to)
{
    if (from != from || to != to)
        return from + (double)to;
    return from == to ? (double)to : neighbour(from, from < to);
}

/*
 * left - n * right for the whole n that is nearest to the quotient, the even one of two. The remainder by twice the
 * divisor says whether n is even; all differences that are kept are exact.
 */
double remainder(double left, double right)
{
    double divisor = fabs(right);
    double rest = fabs(left);
    if (left - left != 0 || right != right || divisor == 0)
        return left * right / (left * right);
    if (divisor < 0x1p1023)
        rest = fmod(rest, divisor + divisor);
    if (rest > divisor - rest) {
        rest -= divisor;
        if (rest >= divisor - rest)
            rest -= divisor;
    }
    return __signbit(left) ? -rest : rest;
}

double drem(double left, double right)
{
    return remainder(left, right);
}

double nan(const char *text)
{
    (void)text;
    return __builtin_nan("");
}

/* ---- float, where double is exact: its result is a float, or is rounded once ---- */

float truncf(float value)
{
    return (float)trunc(value);
}

float floorf(float value)
{
    return (float)floor(value);
}

float ceilf(float value)
{
    return (float)ceil(value);
}

float roundf(float value)
{
    return (float)round(value);
}

float rintf(float value)
{
    return (float)rint(value);
}

float nearbyintf(float value)
{
    return (float)nearbyint(value);
}

float logbf(float value)
{
    return (float)logb(value);
}

long lroundf(float value)
{
    return lround(value);
}

long long llroundf(float value)
{
    return llround(value);
}

long lrintf(float value)
{
    return lrint(value);
}

long long llrintf(float value)
{
    return llrint(value);
}

int ilogbf(float value)
{
    return ilogb(value);
}

float modff(float value, float *whole)
{
    double double_whole;
    float rest = (float)modf(value, &double_whole);
    *whole = (float)double_whole;
    return rest;
}

float frexpf(float value, int *power)
{
    return (float)frexp(value, power);
}

float ldexpf(float value, int power)
{
    return (float)ldexp(value, power);
}

float scalbnf(float value, int power)
{
    return ldexpf(value, power);
}

float scalblnf(float value, long power)
{
    return ldexpf(value, near(power));
}

float fdimf(float left, float right)
{
    return left <= right ? 0 : left - right;
}

float remainderf(float left, float right)
{
    return (float)remainder(left, right);
}

float dremf(float left, float right)
{
    return remainderf(left, right);
}

static float neighbourf(float value, int above)
{
    union float_bits bits = {value};
    if (value == 0)
        return above ? 0x1p-149f : -0x1p-149f;
    if (above == (value > 0))
        bits.whole++;
    else
        bits.whole--;
    return bits.value;
}

float nextafterf(float from, float to)
{
    if (from != from || to != to)
        return from + to;
    return from == to ? to : neighbourf(from, from < to);
}

float nexttowardf(float from, long double to)
{
    if (from != from || to != to)
        return from + (float)to;
    return from == to ? (float)to : neighbourf(from, from < to);
}

float nanf(const char *text)
{
    (void)text;
    return __builtin_nanf("");
}

/* ---- Whole numbers of long double ---- */

long double truncl(long double value)
{
    union long_double_bits bits = {value};
    int exponent = (bits.parts.exponent & 0x7fff) - 16383;
    if (exponent < 0)
        return copysignl(0, value);
    if (exponent < 63)
        bits.parts.significand &= ~(~0ull >> 1 >> exponent);
    return bits.value;
}

long double floorl(long double value)
{
    long double whole = truncl(value);
    return whole > value ? whole - 1 : whole;
}

long double ceill(long double value)
{
    long double whole = truncl(value);
    return whole < value ? whole + 1 : whole;
}

/* Halves away from zero. The difference is exact; for an infinity it is a NaN, which is not large. */
long double roundl(long double value)
{
    long double whole = truncl(value);
    return fabsl(value - whole) >= 0.5L ? whole + copysignl(1, value) : whole;
}

long double rintl(long double value)
{
    long double whole = truncl(value);
    long double rest = fabsl(value - whole);
    int odd = truncl(whole / 2) * 2 != whole;
    return rest > 0 && goes_away(value < 0, rest > 0.5L, rest == 0.5L, odd) ? whole + copysignl(1, value) : whole;
}

long double nearbyintl(long double value)
{
    return rintl(value);
}

/* A whole number as an integer; what is out of range, and a NaN, is the least one, as x86 converts it. */
static long long long_integer(long double whole, long double limit)
{
    return whole >= -limit && whole < limit ? (long long)whole : (long long)-limit;
}

long lroundl(long double value)
{
    return (long)long_integer(roundl(value), long_limit());
}

long long llroundl(long double value)
{
    return long_integer(roundl(value), 0x1p63L);
}

long lrintl(long double value)
{
    return (long)long_integer(rintl(value), long_limit());
}

long long llrintl(long double value)
{
    return long_integer(rintl(value), 0x1p63L);
}

/* The fraction has the sign of the number also if it is zero. */
long double modfl(long double value, long double *whole)
{
    long double rest = truncl(value);
    *whole = rest;
    return rest == value ? copysignl(0, value) : value - rest;
}

/* ---- Exponents of long double ---- */

long double frexpl(long double value, int *power)
{
    union long_double_bits bits = {value};
    *power = 0;
    if (value == 0 || value - value != 0)
        return value;
    if ((bits.parts.exponent & 0x7fff) == 0) {
        bits.value = value * 0x1p64L;
        *power = -64;
    }
    *power += (bits.parts.exponent & 0x7fff) - 16382;
    bits.parts.exponent = (unsigned short)((bits.parts.exponent & 0x8000) | 16382);
    return bits.value;
}

long double ldexpl(long double value, int power)
{
    int own;
    union long_double_bits bits = {frexpl(value, &own)};
    if (value == 0 || value - value != 0)
        return value;
    power = near(power) + own;
    if (power > 16384)
        return copysignl(0x1p16383L, value) * 2;
    if (power < -16500)
        return copysignl(0, value);
    /* Where the result is subnormal, one product rounds it. */
    int low = power < -16381;
    bits.parts.exponent = (unsigned short)((bits.parts.exponent & 0x8000) | (power + 16382 + 128 * low));
    return low ? bits.value * 0x1p-128L : bits.value;
}

long double scalbnl(long double value, int power)
{
    return ldexpl(value, power);
}

long double scalblnl(long double value, long power)
{
    return ldexpl(value, near(power));
}

long double logbl(long double value)
{
    int power;
    if (value - value != 0)
        return value * value;
    if (value == 0)
        return -1 / fabsl(value);
    frexpl(value, &power);
    return power - 1;
}

/* The values for zero, NaN and infinity are glibc's on x86. */
int ilogbl(long double value)
{
    int power;
    if (value != value || value == 0)
        return -INT_MAX - 1;
    if (value - value != 0)
        return INT_MAX;
    frexpl(value, &power);
    return power - 1;
}

/* ---- Other functions of two numbers of long double ---- */

long double fdiml(long double left, long double right)
{
    return left <= right ? 0 : left - right;
}

/* The neighbour of a number that is no NaN, above it or below. The leading bit of the significand is stored. */
static long double neighbourl(long double value, int above)
{
    union long_double_bits bits = {value};
    if (value == 0)
        return above ? 0x1p-16445L : -0x1p-16445L;
    if (above == (value > 0)) {
        bits.parts.significand++;
        if ((bits.parts.significand & ~0ull >> 1) == 0) {
            bits.parts.significand = 1ull << 63;
            bits.parts.exponent++;
        }
    } else {
        int normal = (bits.parts.exponent & 0x7fff) > 1;
        bits.parts.significand--;
        if (bits.parts.significand == ~0ull >> 1) {
            bits.parts.significand |= (unsigned long long)normal << 63;
            bits.parts.exponent--;
        }
    }
    return bits.value;
}

long double nextafterl(long double from, long double to)
{
    if (from != from || to != to)
        return from + to;
    return from == to ? to : neighbourl(from, from < to);
}

long double nexttowardl(long double from, long double to)
{
    return nextafterl(from, to);
}

/* Long division by shifting and subtracting: exact, a step for each power of two between the numbers. */
long double fmodl(long double left, long double right)
{
    long double divisor = fabsl(right);
    long double rest = fabsl(left);
    int divisor_power, rest_power;
    if (left - left != 0 || right != right || divisor == 0)
        return left * right / (left * right);
    if (rest < divisor)
        return left;
    union long_double_bits over = {frexpl(rest, &rest_power)};
    union long_double_bits under = {frexpl(divisor, &divisor_power)};
    unsigned long long above = over.parts.significand;
    unsigned long long below = under.parts.significand;
    /* Always less than twice the divisor. */
    for (; rest_power > divisor_power; rest_power--) {
        if (above >= below)
            above -= below;
        int carry = (int)(above >> 63);
        above <<= 1;
        if (carry)
            above -= below;
    }
    if (above >= below)
        above -= below;
    return copysignl(ldexpl((long double)above, divisor_power - 64), left);
}

/*
 * left - n * right for the whole n that is nearest to the quotient, the even one of two. The remainder by twice the
 * divisor says whether n is even; all differences that are kept are exact.
 */
long double remainderl(long double left, long double right)
{
    long double divisor = fabsl(right);
    long double rest = fabsl(left);
    if (left - left != 0 || right != right || divisor == 0)
        return left * right / (left * right);
    if (divisor < 0x1p16383L)
        rest = fmodl(rest, divisor + divisor);
    if (rest > divisor - rest) {
        rest -= divisor;
        if (rest >= divisor - rest)
            rest -= divisor;
    }
    return __signbitl(left) ? -rest : rest;
}

long double dreml(long double left, long double right)
{
    return remainderl(left, right);
}

/* Not always rounded correctly: the error is less than one unit of the last place. */
long double hypotl(long double left, long double right)
{
    long double large = fmaxl(fabsl(left), fabsl(right));
    long double small = fminl(fabsl(left), fabsl(right));
    int power;
    if (__isinfl(left) || __isinfl(right))
        return __builtin_infl();
    if (left != left || right != right)
        return left + right;
    if (large == 0)
        return 0;
    frexpl(large, &power);
    large = ldexpl(large, -power);
    small = ldexpl(small, -power);
    return ldexpl(sqrtl(large * large + small * small), power);
}

long double nanl(const char *text)
{
    (void)text;
    return __builtin_nanl("");
}
