/*
 * math.h for three formats, on numbers that are ordinary, at the limits and special. Results are printed exactly, but
 * cube roots, where libraries differ in the last bit, and which of two zeros is less, which is open.
 */
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

static double doubles[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 0.1, 10.0, 100.25, 1e10, -1e10,
                           4503599627370496.5, 1e100, 1e300, DBL_MAX, -DBL_MAX, DBL_MIN, 4.9e-324, 1e-310, INFINITY, -INFINITY, NAN};
enum { COUNT = sizeof doubles / sizeof *doubles };

static void bits(const char *name, long double x) {
    if (x != x)
        printf(" %s=nan", name);
    else
        printf(" %s=%La", name, x);
}

#define ONE(f) bits(#f, f(x));
#define TWO(f) bits(#f, f(x, y));

#define EXACT(s)                                                                                                       \
    ONE(fabs##s) ONE(sqrt##s) ONE(floor##s) ONE(ceil##s) ONE(trunc##s) ONE(round##s) ONE(rint##s) ONE(nearbyint##s)    \
    ONE(logb##s) printf(" %d", ilogb##s(x));                                                                           \
    if (fabs##s(x) < 1e15) printf(" %ld %lld %ld %lld", lround##s(x), llround##s(x), lrint##s(x), llrint##s(x));
#define EXACT2(s)                                                                                                      \
    if (x != 0 || y != 0) { TWO(fmin##s) TWO(fmax##s) }                                                                \
    TWO(fmod##s) TWO(remainder##s) TWO(fdim##s) TWO(copysign##s) TWO(nextafter##s)           \
    bits("fma", fma##s(x, y, 0.5)); bits("fma", fma##s(x, x, -y));
#define OTHER(s)                                                                                                       \
    ONE(sin##s) ONE(cos##s) ONE(tan##s) ONE(asin##s) ONE(acos##s) ONE(atan##s) ONE(sinh##s) ONE(cosh##s) ONE(tanh##s)  \
    ONE(exp##s) ONE(exp2##s) ONE(expm1##s) ONE(log##s) ONE(log2##s) ONE(log10##s) ONE(log1p##s)                             \
    printf(" cbrt=%.*g", (int)sizeof x + 1, cbrt##s(x));
#define OTHER2(s) TWO(pow##s) TWO(atan2##s) TWO(hypot##s)
#define PARTS(type, s)                                                                                                 \
    {                                                                                                                  \
        int power;                                                                                                     \
        type whole;                                                                                                    \
        bits("frexp", frexp##s(x, &power));                                                                            \
        printf(" %d", power);                                                                                          \
        bits("modf", modf##s(x, &whole));                                                                              \
        bits("of", whole);                                                                                             \
        for (power = -2200; power <= 2200; power += 440)                                                               \
            bits("ldexp", ldexp##s(x, power)), bits("scalbn", scalbn##s(x, power / 16));                               \
    }

int main(void) {
    for (int i = 0; i < COUNT; i++) {
        {
            double x = doubles[i];
            printf("%a:", x);
            EXACT() OTHER() PARTS(double, )
            printf(" %d %d %d %d\n", isnan(x), isinf(x) != 0, isfinite(x), signbit(x) != 0);
            for (int k = 0; k < COUNT; k++) {
                double y = doubles[k];
                EXACT2() OTHER2()
                printf(" %d%d%d%d%d\n", isless(x, y), islessequal(x, y), isgreater(x, y), isgreaterequal(x, y), isunordered(x, y));
            }
        }
        {
            float x = doubles[i];
            printf("%a:", x);
            EXACT(f) OTHER(f) PARTS(float, f)
            printf(" %d %d %d %d\n", isnan(x), isinf(x) != 0, isfinite(x), signbit(x) != 0);
            for (int k = 0; k < COUNT; k++) {
                float y = doubles[k];
                EXACT2(f) OTHER2(f)
                puts("");
            }
        }
        {
            long double x = doubles[i];
            printf("%La:", x);
            EXACT(l) PARTS(long double, l)
            printf(" %d %d %d %d\n", isnan(x), isinf(x) != 0, isfinite(x), signbit(x) != 0);
            for (int k = 0; k < COUNT; k++) {
                long double y = doubles[k];
                EXACT2(l)
                puts("");
            }
        }
    }
    printf("%d %d %d\n", fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST), feclearexcept(FE_ALL_EXCEPT));
    return 0;
}
