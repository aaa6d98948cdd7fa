/* The sizes that gcc knows without optimisation, and what it takes for constant. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void);

#define B(p, k) ((long)__builtin_object_size(p, k))
char g[6]; extern char eg[]; char eg[9]; struct T { int a; char c[8]; int d; } *ps; char a2[2][3]; union { char a[3]; int b; } u;
static void part_objsize(void) {
  char b[10];
  struct S { int a;
  char c[8];
  int d;
  } s;
  int n = 4;
  char v[n];
  char *p = b;
  char *m = malloc(7);
  printf("%ld %ld %ld %ld\n", B(b,0), B(b,1), B(&b[3],0), B(&b[3],1));
  printf("%ld %ld %ld %ld\n", B(&s,0), B(s.c,0), B(s.c,1), B(&s.c[2],1));
  printf("%ld %ld\n", B(p,0), B(m,0));
  printf("%ld %ld %ld %ld\n", B(b,2), B(s.c,2), B(s.c,3), B(p,2));
  printf("%ld %ld\n", B(v,0), B(v,2));
  printf("%ld\n", B("hello",0));
  printf("%ld %ld\n", B(g,0), B(g+2,0));
  printf("%ld\n", B(b+n,0));
  printf("%ld\n", B(&b[n],0));
  printf("%ld\n", B(b+20,0));
  printf("%ld\n", B(&s.a,1));
  printf("%ld\n", B((char*)&s + 4,1));
  printf("%ld\n", B(malloc(5),0));
  printf("%ld\n", B(0,0));
  printf("%ld\n", B(main,0));
  printf("%ld\n", B(n?b:b+2,0));
  printf("%ld\n", B(&b,0));
  printf("%ld\n", B(b+10,0));
  printf("%ld\n", B(b-1,0));
  int k = 0;
  printf("%ld\n", B((k++, b),0));
  printf("%d\n", k);
  printf("%ld\n", B(&ps->c,1));
  printf("%ld\n", B(ps->c,3));
  printf("%ld\n", B(&s.c[8],1));
  printf("%ld\n", B(&s.c[9],1));
  printf("%ld\n", B(eg,0));
  printf("%ld\n", (long)__builtin_dynamic_object_size(b,0));
  printf("%ld\n", B(&a2[1],1));
  printf("%ld\n", B(&a2[1][1],1));
  printf("%ld\n", B(a2[0],1));
  printf("%ld\n", B(a2[0],0));
  printf("%ld\n", B((char(*)[3])b,1));
  printf("%ld\n", B(&u.b,1));
  printf("%ld\n", B(&u.a,0));
  printf("%d %d %d %d %d\n", __builtin_constant_p(n), __builtin_constant_p(b), __builtin_constant_p("a"), __builtin_constant_p(&g[1]), __builtin_constant_p(0));
  printf("%d %d %d\n", __builtin_constant_p("abc"[1]), __builtin_constant_p(1.5), __builtin_constant_p(sizeof n));
  printf("%d %d\n", __builtin_constant_p((char*)0), __builtin_constant_p((char*)5));
  printf("%d\n", __builtin_constant_p(k++));
  printf("%d\n", k);
  static const int sc = 3;
  const int lc = 3;
  printf("%d %d\n", __builtin_constant_p(sc), __builtin_constant_p(lc));
  printf("%d\n", __builtin_constant_p(main));
  printf("%d\n", __builtin_constant_p(1 ? 2 : n));
  printf("%d\n", __builtin_constant_p(0 && n));
  printf("%d\n", __builtin_constant_p(&"abc"[0]));
  printf("%d\n", __builtin_constant_p(&"abc"[1]));
  free(m);
}

int main(void) {
  part_objsize();
  return 0;
}
