/* Float operations in all rounding modes, on random numbers: results are compared bit by bit. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long long seed = 1;

static unsigned long long next(void) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return seed >> 11 ^ seed << 21;
}

static double number(void) {
    unsigned long long bits = next();
    double value;
    switch (bits % 8) {
    case 0: bits = next() & 0x800fffffffffffffull; break;              /* subnormal */
    case 1: bits = (next() & ~(0x7ffull << 52)) | (1020 + next() % 8) << 52; break;
    case 2: bits = (next() & ~(0x7ffull << 52)) | (2040 + next() % 7) << 52; break;
    case 3: value = (double)((int)next() % 1000) / 8; return value;
    case 4: bits = (next() & ~(0x7ffull << 52)) | (1000 + next() % 60) << 52; break;
    default: bits = (next() & ~(0x7ffull << 52)) | (next() % 2047) << 52;
    }
    memcpy(&value, &bits, 8);
    return value;
}

static void show(const char *what, double value) {
    unsigned long long bits;
    memcpy(&bits, &value, 8);
    if (value != value) bits = 1;
    printf("%s %llx\n", what, bits);
}
static void showf(const char *what, float value) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    if (value != value) bits = 1;
    printf("%s %x\n", what, bits);
}
static void showl(const char *what, long double value) {
    unsigned long long bits[2] = {0};
    memcpy(bits, &value, 10);
    if (value != value) bits[0] = bits[1] = 1;
    printf("%s %llx %llx\n", what, bits[1], bits[0]);
}

int main(void) {
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (int i = 0; i < 12; i++) {
        volatile double a = number(), b = number(), c = number();
        volatile float x = (float)number(), y = (float)number(), z = (float)number();
        volatile long double u = (long double)a * 3 + b, v = (long double)b / 7;
        volatile long long integer = (long long)next();
        volatile unsigned long long natural = next() << (next() % 3);
        volatile int small = (int)next();
        for (int m = 0; m < 4; m++) {
            volatile double r[8];
            volatile float f[8];
            volatile long double l[6];
            long long n[4];
            fesetround(modes[m]);
            r[0] = a + b; r[1] = a - b; r[2] = a * b; r[3] = a / b; r[4] = sqrt(fabs(a)); r[5] = fma(a, b, c); r[6] = rint(a / 1024); r[7] = nearbyint(b);
            f[0] = x + y; f[1] = x - y; f[2] = x * y; f[3] = x / y; f[4] = sqrtf(fabsf(x)); f[5] = fmaf(x, y, z); f[6] = rintf(x); f[7] = (float)a;
            l[0] = u + v; l[1] = u - v; l[2] = u * v; l[3] = u / v; l[4] = sqrtl(fabsl(u)); l[5] = rintl(v);
            volatile double d0 = (double)integer, d1 = (double)natural, d2 = (double)u;
            volatile float e0 = (float)integer, e1 = (float)natural, e2 = (float)u, e3 = (float)small;
            volatile long double k0 = (long double)integer;
            n[0] = fabs(a) < 1e15 ? llrint(a) : 0; n[1] = fabsf(x) < 1e15f ? lrintf(x) : 0; n[2] = fabsl(v) < 1e15L ? llrintl(v) : 0; n[3] = fegetround();
            volatile double same = a - a, fd = fdim(a, b), mo = fmod(a, b);
            fesetround(FE_TONEAREST);
            for (int k = 0; k < 8; k++) { show("d", r[k]); showf("f", f[k]); }
            for (int k = 0; k < 6; k++) showl("l", l[k]);
            show("d0", d0); show("d1", d1); show("d2", d2); showf("e0", e0); showf("e1", e1); showf("e2", e2); showf("e3", e3); showl("k0", k0);
            show("same", same); show("fdim", fd); show("fmod", mo);
            for (int k = 0; k < 4; k++) printf("n %lld\n", n[k]);
        }
    }
    return 0;
}
