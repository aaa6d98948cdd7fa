/* Declarators, scopes, enumerations, definitions of all kinds. */
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

enum A { a0 = -1, a1 }; enum B { b0, b1 }; enum C { c0, c1 = 0x100000000ll }; enum D { d0 = 0x7fffffff, d1 = 'a' }; enum P { p0, p1 = 255 } __attribute__((packed));
typedef enum { q0, q1 = 1 } __attribute__((mode(QI))) Q;
typedef int QI8 __attribute__((mode(QI))); typedef unsigned HI16 __attribute__((mode(HI)));
static void part_enum_types(void) {
  printf("%d %d %d %d\n", (int)sizeof(enum A), (int)sizeof(enum B), (int)sizeof(enum C), (int)sizeof(enum D));
  enum A a = -1;
  printf("%d %d\n", a < 0, (enum B)-1 < 0);
  printf("%d %d\n", (int)sizeof(b1), (int)sizeof(c1));
  printf("%lld\n", (long long)c1);
  printf("%d\n", (int)sizeof(enum P));
  enum P p = p1;
  printf("%d\n", p);
  printf("%d\n", (int)_Generic(b1, int:1, unsigned:2, default:3));
  printf("%d\n", (int)_Generic(c1, int:1, unsigned:2, long:3, unsigned long:4, default:5));
  printf("%d\n", (int)_Generic((enum B)0, int:1, unsigned:2, default:3));
  printf("%d %d\n", d0, d1);
  Q q = q1;
  printf("%d %d\n", (int)sizeof(Q), q);
  q = 300;
  printf("%d\n", q);
  printf("%d %d\n", (int)sizeof(QI8), (int)sizeof(HI16));
  QI8 z = 255;
  printf("%d %d\n", z, z < 0);
}

int f(int x) { return x + 1; } int g(int x) { return x * 2; } int (*h(void))(int) { return g; } typedef int (*FP)(int); FP hh(int c) { return c ? f : g; } int k(int x) { return x - 1; } int arg(int a[static 3]) { return a[2] + (int)sizeof(a); } int sig(int n, int cb(int)) { return cb(n); }
static void part_declarators(void) {
  int a[2][3] = {{1,2,3},{4,5,6}};
  int (*p)[3] = a;
  int *q[2] = {a[0], a[1]};
  printf("%d %d %d\n", p[1][2], q[1][0], (*(p+1))[1]);
  int (*fp)(int) = f;
  printf("%d %d %d\n", fp(1), (*fp)(2), (****fp)(3));
  int (*tab[2])(int) = {f, g};
  printf("%d\n", tab[1](5));
  printf("%d\n", h()(4));
  printf("%d\n", (*hh(1))(4));
  int (*(*ap)[2])(int) = &tab;
  printf("%d\n", (*ap)[0](9));
  typedef int F(int);
  F *ff = &f;
  F k;
  printf("%d %d\n", ff(1), k(2));
  const int *const cp = &a[0][1];
  printf("%d\n", *cp);
  int *const *pp = (int *const[]){a[0]};
  printf("%d\n", **pp);
  char (*s)[4] = &"abc";
  printf("%s %d\n", *s, (int)sizeof *s);
  printf("%d\n", arg((int[]){1,2,3}));
  printf("%d\n", sig(3, f));
  void (*vp)(void) = (void(*)(void))f;
  printf("%d\n", ((int(*)(int))vp)(7));
  int (*(x))[2];
  (void)x;
  printf("%d\n", (int)sizeof(x));
  printf("%d\n", (int)sizeof(int(*)[5]));
  printf("%d\n", (int)sizeof(*(int(*)[5])0));
}

int old(a, b, c) int a; float b; char c; { return a + (int)(b * 2) + c + (int)sizeof(b) + (int)sizeof(c); }
int old2() { return 5; } int ptr(s, n) char *s; unsigned char n; { return s[n]; } double fl(x) float x; { return x; }
static void part_knr(void) {
  printf("%d\n", old(1, 2.5f, 'c'));
  printf("%d\n", old2());
  printf("%d\n", ptr("abc", 2));
  printf("%.1f\n", fl(1.5));
}

int tent; int tent; int tent = 4; int tent; int count(void) { static int n = 10, *p = &n; return (*p)++; } int rec(int n) { static int depth; depth++; return n ? rec(n - 1) : depth; } static int e(void); int ext(void) { return e(); } static int e(void) { return 42; } int tentx2(int x) { return x * 2; } static inline int inl(int x) { return x + 1; } int ar[]; int ar[3]; extern int ar2[]; int ar2[] = {1,2,3};
static void part_statics(void) {
  for (int i = 0; i < 3; i++) printf("%d ", count());
  printf("\n");
  printf("%d %d\n", rec(3), tent);
  printf("%d\n", ext());
  { extern int tent;
  printf("%d\n", tent);
  } { static int count2 = 7;
  count2++;
  printf("%d\n", count2);
  } int tentx = 3;
  { int tenty = tentx2(tentx);
  int tentx = tenty;
  printf("%d\n", tentx);
  } printf("%d\n", inl(4));
  printf("%d %d\n", ar[0], (int)(sizeof ar2/sizeof *ar2));
}

int main(void) {
  part_enum_types();
  part_declarators();
  part_knr();
  part_statics();
  return 0;
}
