/*
 * <math.h>: what needs only the bits of a number, comparisons and a sign. All else is the engine's.
 *
 * Relies on: the formats of x86 (binary32, binary64, and the extended format of 80 bits), little-endian. Bits are looked at through a union.
 *
 * Does not do: rounding, roots, exponentials, trigonometry, remainders.
 */
#include "vellum.h"

/* A number, its bytes, and in which of them the sign is, as the highest bit. */

union float_bits {
    float value;
    unsigned char bytes[sizeof(float)];
};

union double_bits {
    double value;
    unsigned char bytes[sizeof(double)];
};

union long_double_bits {
    long double value;
    unsigned char bytes[sizeof(long double)];
};

enum { FLOAT_SIGN = 3, DOUBLE_SIGN = 7, LONG_DOUBLE_SIGN = 9 };

/* Answers of fpclassify, as glibc's headers number them. */
enum { CLASS_NAN, CLASS_INFINITE, CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL };

/* ---- float ------------------------------------------------------------------------------------------------------- */

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

/* ---- double ------------------------------------------------------------------------------------------------------ */

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

/* ---- long double ------------------------------------------------------------------------------------------------- */

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
