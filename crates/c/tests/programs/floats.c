/* Floats: arithmetic, conversions, comparisons, constants. */
#include <stdio.h>
#include <math.h>
#include <float.h>

static double third(float x) { return x / 3; }

int main(void) {
  float f = 0.1f; double d = 0.1; long double ld = 0.1L;
  printf("%d %d %d\n", f == d, (float)d == f, (double)ld == d);
  printf("%.10f %.10f %.10f\n", f, d, (double)ld);
  printf("%.10f\n", third(1));
  printf("%d %d %u\n", (int)2.9, (int)-2.9, (unsigned)3e9);
  printf("%lld %llu\n", (long long)-1e18, (unsigned long long)1.8e19);
  printf("%.1f %.1f\n", (double)0x8000000000000001ull, (double)-5);
  printf("%.3f %.3f\n", 1e10f * 1e10f, 0x1.8p3);
  printf("%d %d %d %d\n", 1.0 < 2.0, 2.0 <= 2.0, 1.0 > 2.0, 1.0 != 1.0);
  double zero = 0, nan = zero / zero, inf = 1 / zero;
  printf("%d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, nan >= 1, !(nan > 1));
  printf("%d %d %d\n", inf > 1e308, -inf < 0, nan ? 1 : 0);
  printf("%d %d %d %d\n", isnan(nan) != 0, isinf(inf) != 0, isfinite(d) != 0, signbit(-0.0) != 0);
  printf("%f\n", nan);
  printf("%.2f %.2f\n", __builtin_fabs(-2.5), (double)__builtin_fabsf(-1.5f));
  printf("%d\n", isgreater(1.0, 2.0) + isless(1.0, 2.0) + isunordered(nan, 1));
  f = 16777216.0f; f++; printf("%.1f\n", f);
  d = 1; d += 0.5; d *= 3; d -= 1; d /= 2; printf("%.4f\n", d);
  int i = 7; i *= 1.5; printf("%d\n", i);
  i = 10; i += 0.9; printf("%d\n", i);
  unsigned char uc = 200; uc *= 1.2; printf("%d\n", uc);
  ld = 1; for (i = 0; i < 70; i++) ld /= 2; printf("%d\n", ld + 1 == 1);
  ld = 1; for (i = 0; i < 60; i++) ld /= 2; printf("%d %d\n", ld + 1 == 1, (double)ld + 1 == 1);
  printf("%d %d\n", (int)sizeof f, (int)sizeof ld);
  printf("%d\n", DBL_MAX > FLT_MAX);
  printf("%.5f\n", (double)(1 ? 1 : 2.5f));
  _Bool b = 0.1; printf("%d %d\n", b, !0.0);
  printf("%.6f\n", (double)-f);
  static const double table[] = {1.5, 2 * 3.25, -1e-3, 1 / 3.0};
  for (i = 0; i < 4; i++) printf("%.8f ", table[i]);
  printf("\n%.1f\n", 5 / 2 + 5 / 2.0);
  return 0;
}
