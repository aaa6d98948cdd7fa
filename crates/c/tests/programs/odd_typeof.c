/* typeof and builtins. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int f(int x) { return x * 3; } struct S { int a; char b; };
static void part_typeof_auto(void) {
  int x = 3;
  typeof(x) y = 4;
  __typeof__(x + 1.0) z = 2.5;
  __auto_type w = x * 2L;
  printf("%d %.1f %ld %d\n", y, z, w, (int)sizeof w);
  typeof(int[3]) a = {1,2,3};
  printf("%d\n", a[2]);
  typeof(&a) pa = &a;
  printf("%d\n", (*pa)[1]);
  typeof(*a) e = 5;
  printf("%d\n", e);
  typeof(f) *fp = f;
  printf("%d\n", fp(2));
  const int c = 1;
  typeof(c + 0) m = 2;
  m++;
  printf("%d\n", m);
  printf("%d\n", __builtin_types_compatible_p(typeof(x), int));
  printf("%d\n", __builtin_choose_expr(sizeof(x) == 4, 11, "no"));
  printf("%d\n", __builtin_constant_p(x) );
  printf("%d\n", __builtin_constant_p(3+4));
  printf("%d\n", __builtin_constant_p("abc"));
  printf("%d\n", __builtin_offsetof(struct S, b));
  printf("%d\n", __builtin_popcount(255));
  printf("%d\n", __builtin_clz(1));
  printf("%d %d\n", __builtin_ctz(8), __builtin_ffs(0));
  int r;
  printf("%d\n", __builtin_add_overflow(INT_MAX, 1, &r));
  printf("%d\n", r);
  unsigned char uc;
  printf("%d ", __builtin_mul_overflow(20, 20, &uc));
  printf("%d\n", uc);
  printf("%x\n", __builtin_bswap32(0x12345678));
  printf("%d\n", __builtin_expect(x == 3, 1) ? 1 : 0);
  printf("%d\n", __builtin_parity(7));
}

int main(void) {
  part_typeof_auto();
  return 0;
}
