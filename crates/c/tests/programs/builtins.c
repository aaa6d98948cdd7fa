/* Functions that the compiler itself knows. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

volatile double doubles[] = {0.0, -0.0, 1.5, 1e-310, 1.0 / 0.0, -1.0 / 0.0, __builtin_nan("")};
volatile float floats[] = {0.0f, 1.5f, 1e-40f};
volatile long double extended[] = {0.0L, -1.5L, 1e-4940L};
volatile unsigned bits = 0x1234;
volatile unsigned long wide_bits = 0x12345678;
volatile int most = 2147483647, one = 1;

static void floats_are_classified(void) {
  for (int i = 0; i < 7; i++) {
    double x = doubles[i];
    printf("%d %d %d %d", __builtin_fpclassify(10, 20, 30, 40, 50, x), __builtin_isnan(x), __builtin_isinf(x) != 0, __builtin_isfinite(x));
    printf(" %d %d %d\n", __builtin_isnormal(x), __builtin_signbit(x) != 0, __builtin_isinf_sign(x));
    printf("%d %d\n", __builtin_islessgreater(x, 1.5), __builtin_islessgreater(x, x));
  }
  for (int i = 0; i < 3; i++) {
    printf("%d %d ", __builtin_isnormal(floats[i]), __builtin_fpclassify(10, 20, 30, 40, 50, floats[i]));
    printf("%d %d\n", __builtin_isnormal(extended[i]), __builtin_fpclassify(10, 20, 30, 40, 50, extended[i]));
  }
}

static void overflow_is_detected(void) {
  int i; long l; unsigned u; unsigned long long q; unsigned __int128 z; __int128 s;
  int lost = __builtin_add_overflow(most, 1, &i); printf("%d %d\n", lost, i);
  lost = __builtin_sadd_overflow(one, 2, &i); printf("%d %d\n", lost, i);
  lost = __builtin_ssubl_overflow(1, 2, &l); printf("%d %ld\n", lost, l);
  lost = __builtin_usub_overflow(one, 2, &u); printf("%d %u\n", lost, u);
  lost = __builtin_umulll_overflow(1ull << 63, 2, &q); printf("%d %d\n", lost, (int)q);
  lost = __builtin_mul_overflow(most, -2, &u); printf("%d %u\n", lost, u);
  printf("%d %d %d\n", __builtin_add_overflow_p(most, 1, 0), __builtin_add_overflow_p(most, 1, 0L), __builtin_mul_overflow_p(1 << 30, 4, 0u));
  lost = __builtin_add_overflow((unsigned __int128)-1, (unsigned)one, &z); printf("%d %d\n", lost, (int)z);
  lost = __builtin_mul_overflow((__int128)1 << 126, (__int128)one, &s); printf("%d\n", lost);
  lost = __builtin_mul_overflow((__int128)1 << 126, (__int128)one + 1, &s); printf("%d\n", lost);
}

static void bits_are_counted(void) {
  printf("%d %d %d %d %d\n", __builtin_clz(bits), __builtin_ctzl(wide_bits), __builtin_popcountll(wide_bits), __builtin_parityl(wide_bits), __builtin_ffsll(wide_bits));
  printf("%d %d %d %d\n", __builtin_clzll(wide_bits), __builtin_ctz(bits), __builtin_ffs(0), __builtin_parity(bits));
  printf("%x %x %lx\n", __builtin_bswap16(bits), __builtin_bswap32(bits), __builtin_bswap64(wide_bits));
  printf("%d %d %d %d\n", __builtin_clrsb(bits), __builtin_clrsbl(-one), __builtin_clrsbll(5), __builtin_clrsb(0));
}

static void checked_functions_are_plain(void) {
  char b[32], c[32];
  __builtin___memset_chk(b, 'x', 32, __builtin_object_size(b, 0));
  __builtin___memcpy_chk(b, "abc", 4, __builtin_object_size(b, 0));
  __builtin___strcpy_chk(c, b, 32);
  __builtin___memmove_chk(c + 1, c, 3, 31);
  __builtin___printf_chk(1, "%s %d\n", b, c[3]);
}

static int classes(void) {
  struct { int x; } s = {0}; union { int x; } u = {0}; int *p = 0;
  return __builtin_classify_type(1) + 10 * __builtin_classify_type(p) + 100 * __builtin_classify_type(1.0f) + 1000 * __builtin_classify_type(s) + 1000 * __builtin_classify_type(u);
}

int main(void) {
  floats_are_classified();
  overflow_is_detected();
  bits_are_counted();
  checked_functions_are_plain();
  void *alloca(unsigned long);
  char *p = __builtin_alloca_with_align(10, 512), *q = alloca(3);
  p[9] = 4; q[2] = 5;
  printf("%d %d\n", (int)((unsigned long)p % 64), p[9] + q[2]);
  printf("%d\n", classes());
  __builtin___clear_cache(p, p + 1);
  __builtin_prefetch(p, 0, 1);
  if (one == 2) __builtin_trap();
  if (one == 3) __builtin_unreachable();
  printf("%d %d\n", (char *)__builtin_assume_aligned(p, 8) == p, (int)__builtin_object_size(p, 2));
  printf("%d\n", (int)__builtin_abs(-3) + (int)__builtin_strlen("four"));
  return 0;
}
