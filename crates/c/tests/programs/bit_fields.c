/* Bit-fields of all widths: promotion, steps, compound assignments, truth values. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void part_bf_wide(void) {
  struct { unsigned long long f:40;
  long long g:33;
  unsigned long h:63;
  unsigned w:31;
  unsigned u:32;
  int s:32;
  unsigned long long k:5;
  } x = {0};
  x.f = (1ull<<40)-1;
  x.g=-1;
  x.h = ~0ul;
  x.w = 0x7fffffff;
  x.u=~0u;
  x.s=-1;
  x.k=31;
  printf("%llx\n", (unsigned long long)(x.f + 1));
  printf("%llx\n", (unsigned long long)(x.f << 4));
  printf("%llx\n", (unsigned long long)(x.f * x.f));
  printf("%llx\n", (unsigned long long)(x.f * 2));
  printf("%llx\n", (unsigned long long)(-x.f));
  printf("%llx\n", (unsigned long long)(~x.f));
  printf("%llx\n", (unsigned long long)(x.f + 1ull));
  printf("%llx\n", (unsigned long long)(x.f + 1u));
  printf("%llx\n", (unsigned long long)(x.f + x.g));
  printf("%llx\n", (unsigned long long)(x.f + x.h));
  printf("%llx\n", (unsigned long long)(x.h + 1));
  printf("%d\n", x.w - 0x7fffffff - 1 < 0);
  printf("%d\n", x.u - 1 > 0);
  printf("%d\n", (x.f > -1));
  printf("%d\n", (x.k > -1));
  printf("%d\n", (x.w > -1));
  printf("%d\n", (x.u > -1));
  printf("%d\n", (x.g > -2));
  printf("%d\n", (x.f - x.f - 1 > 0));
  printf("%d\n", (int)sizeof(x.f + 1));
  printf("%d\n", (int)sizeof(+x.g));
  printf("%llx\n", (unsigned long long)(x.f ? x.f : 0) + 1);
  printf("%llx\n", (unsigned long long)((x.f ? x.f : 0) + 1));
  printf("%llx\n", (unsigned long long)(x.f += 1));
  printf("%llx\n", (unsigned long long)(x.f -= 1));
  printf("%llx\n", (unsigned long long)((x.f = ~0ull) + 1));
  printf("%llx\n", (unsigned long long)(x.f++ + 1));
  printf("%llx\n", (unsigned long long)(--x.f + 1));
  printf("%llx\n", (unsigned long long)((0,x.f) + 1));
  x.w = 5;
  printf("%d\n", x.w++ == 5);
  printf("%u\n", x.w);
  x.w = 0;
  x.w--;
  printf("%x\n", x.w);
  x.k = 31;
  x.k++;
  printf("%x\n", (unsigned)x.k);
  x.k = 3;
  x.k <<= 4;
  printf("%x\n", (unsigned)x.k);
  x.f = 1;
  x.f <<= 39;
  printf("%llx\n", (unsigned long long)x.f);
  printf("%llx\n", (unsigned long long)(x.f >> 3));
  x.f = 7;
  printf("%llx\n", (unsigned long long)(x.f / -1));
  x.g = 5;
  printf("%lld\n", (long long)(x.g * -3));
  printf("%lld\n", (long long)(x.g << 20));
}

static void part_bf_bool(void) {
  struct { _Bool b:1;
  _Bool c;
  unsigned d:1;
  signed e:1;
  } x = {0};
  x.b = 2;
  x.c = 256;
  x.d = 3;
  x.e = 1;
  printf("%d %d %d %d\n", x.b, x.c, x.d, x.e);
  x.b = 0.5;
  x.c = 0.1;
  printf("%d %d\n", x.b, x.c);
  x.b++;
  printf("%d\n", x.b);
  x.b--;
  printf("%d\n", x.b);
  x.b--;
  printf("%d\n", x.b);
  x.b += 2;
  printf("%d\n", x.b);
  x.c = 0;
  x.c--;
  printf("%d\n", x.c);
  x.c <<= 3;
  printf("%d\n", x.c);
  x.c ^= 1;
  printf("%d\n", x.c);
  printf("%d\n", ~x.c);
  printf("%d\n", (x.b = 4) + 1);
  printf("%d\n", (x.e = 3));
  printf("%d\n", (x.d = 6));
  _Bool q = (int*)0;
  printf("%d %d\n", q, (_Bool)"a");
}

int main(void) {
  part_bf_wide();
  part_bf_bool();
  return 0;
}
