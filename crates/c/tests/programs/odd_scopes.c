/* Names in nested scopes. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int gx = 99; int f(int f) { return f + 1; } void p(int p) { printf("%d\n", p); }
static void part_scopes(void) {
  int x = 1;
  { int x = 2;
  { extern int gx;
  printf("%d %d\n", x, gx);
  } } for (int x = 5; x < 6; x++) { int x = 7;
  printf("%d\n", x);
  } printf("%d\n", x);
  struct S { int a;
  };
  { struct S { char b[3];
  };
  printf("%d\n", (int)sizeof(struct S));
  } printf("%d\n", (int)sizeof(struct S));
  enum { x2 = 5 };
  { enum { x2 = 6 };
  printf("%d\n", x2);
  } printf("%d\n", x2);
  typedef int T;
  { T T = 3;
  printf("%d\n", T);
  } { float T = 1.5;
  printf("%.1f\n", T);
  } T tt = 4;
  printf("%d\n", tt);
  int gx = 3;
  printf("%d\n", gx);
  { int y = sizeof(y);
  printf("%d\n", y);
  } int f1 = f(f(2));
  printf("%d\n", f1);
  if (1) { int q = 1;
  printf("%d\n", q);
  } else ;
  int printf2 = 3;
  printf("%d\n", printf2);
  p(3);
  { int p = 5;
  printf("%d\n", p);
  } goto l;
  l: ;
  int s = 1;
  s: s++;
  if (s < 3) goto s;
  printf("%d\n", s);
}

int main(void) {
  part_scopes();
  return 0;
}
