/* Duff, computed jumps, statement expressions, variable arrays, variable arguments. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void part_duff(void) {
  char src[] = "hello, duff's device!", dst[32] = {0};
  int count = sizeof src;
  char *to = dst, *from = src;
  int n = (count + 7) / 8;
  switch (count % 8) { case 0: do { *to++ = *from++;
  case 7: *to++ = *from++;
  case 6: *to++ = *from++;
  case 5: *to++ = *from++;
  case 4: *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
  } while (--n > 0);
  } printf("%s\n", dst);
  for (int i = -2; i < 12; i++) { switch (i) { case -1: printf("m1 ");
  case 0 ... 3: printf("low ");
  break;
  default: printf("def ");
  case 5: printf("five ");
  { case 6: printf("six ");
  } break;
  if (0) { case 9: printf("nine ");
  } printf("after ");
  } } printf("\n");
  switch (3) ;
  switch (2) case 2: printf("two\n");
  switch (1) { int z;
  case 1: z = 5;
  printf("%d\n", z);
  } int j = 0;
  switch (j) { while (j < 3) { case 0: printf("j%d ", j);
  j++;
  } } printf("\n");
  long long big = 0x100000001ll;
  switch (big) { case 1: printf("one\n");
  break;
  case 0x100000001ll: printf("big\n");
  } unsigned char c = 200;
  switch (c) { case -56: printf("neg\n");
  break;
  case 200: printf("200\n");
  } switch ((char)200) { case -56: printf("neg\n");
  break;
  case 200: printf("200\n");
  } switch (1u) { case -1: printf("x\n");
  break;
  case 0xffffffff - 0xfffffffe: printf("y\n");
  }
}

static void part_labels(void) {
  static void *tab[] = { &&a, &&b, &&c };
  int i = 0;
  goto *tab[i];
  a: printf("a\n");
  i = 2;
  goto *tab[i];
  b: printf("b\n");
  goto end;
  c: printf("c\n");
  goto *tab[1];
  end: ;
  { __label__ loc;
  int n = 0;
  loc: n++;
  if (n < 3) goto loc;
  printf("%d\n", n);
  } int k = 0;
  loop: if (k < 3) { int loc;
  if (k == 0) loc = 7;
  k++;
  goto loop;
  } printf("%d\n", k);
  void *p = &&fin;
  goto *p;
  printf("no\n");
  fin: printf("fin\n");
  goto in;
  { int v;
  in: v = 3;
  printf("%d\n", v);
  } for (int q = 0; q < 2; q++) { for (;;) { goto next;
  } next: printf("q%d\n", q);
  }
}

static void part_stmtexpr(void) {
  int x = ({ int y = 3; y * y; });
  printf("%d\n", x);
  int z = ({ int i, s = 0; for (i = 0; i < 5; i++) { if (i == 3) continue; s += i; } s; }) + ({ 1; });
  printf("%d\n", z);
  struct S { int a, b;
  };
  printf("%d\n", ({ struct S s = {1,2}; s; }).b);
  for (int i = ({ printf("init\n"); 0; }); ({ i < 2; }); ({ i++; })) printf("i%d\n", i);
  int k = 0;
  do { if (({ k++; k == 2; })) break;
  } while (k < 10);
  printf("%d\n", k);
  #define max(a,b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
  printf("%d\n", max(max(3, 4), max(1, 2)));
  char *str = ({ static char buf[10] = "static"; buf; });
  printf("%s\n", str);
  printf("%d\n", ({ goto out; 0; }));
  out: printf("out\n");
  int arr[({ 3; })];
  printf("%d\n", (int)sizeof arr);
}

int f(int n, int a[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i][i]; return s + (int)sizeof(*a); }
static void part_vla_sizeof(void) {
  int n = 3;
  int a[n++];
  printf("%d %d\n", n, (int)sizeof a);
  printf("%d\n", (int)sizeof(int[n++]));
  printf("%d\n", n);
  printf("%d\n", (int)sizeof(a[n++]));
  printf("%d\n", n);
  int m[n][n+1];
  printf("%d %d %d\n", (int)sizeof m, (int)sizeof m[0], (int)sizeof m[0][0]);
  int (*p)[n] = 0;
  n=100;
  printf("%d\n", (int)sizeof *p);
  typedef int T[n];
  n = 2;
  T t;
  printf("%d\n", (int)sizeof t);
  printf("%d\n", (int)sizeof(T));
  int i = 0;
  printf("%d %d\n",(int)sizeof(i++), i);
  int x2[2][n];
  x2[1][1] = 7;
  int (*q)[n] = x2;
  printf("%d %d\n", q[1][1], (int)(&q[1][1] - &q[0][0]));
  printf("%d\n", (int)((char*)(q+1) - (char*)q));
  for (int k = 1; k < 4; k++) { int b[k];
  b[k-1] = k;
  printf("%d %d\n", (int)sizeof b, b[k-1]);
  }
  printf("%d\n", f(3, (int[3][3]){{1,2,3},{4,5,6},{7,8,9}}));
  printf("%d\n", (int)sizeof(typeof(int[n])));
}

int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; } double dsum(int n, ...) { va_list l; va_start(l, n); double s = 0; while (n--) s += va_arg(l, double); va_end(l); return s; }
void pr(const char *f, ...) { va_list l; va_start(l, f); for (; *f; f++) switch (*f) { case 'i': printf("%d ", va_arg(l, int)); break; case 'c': printf("%c ", va_arg(l, int)); break; case 's': printf("%s ", va_arg(l, char *)); break; case 'd': printf("%.1f ", va_arg(l, double)); } va_end(l); printf("\n"); } struct S { int a, b, c; }; int st(int n, ...) { va_list l; va_start(l, n); struct S s = va_arg(l, struct S); int k = va_arg(l, int); va_end(l); return s.a + s.b + s.c + k; }
long long ll(int n, ...) { va_list l; va_start(l, n); long long s = 0; while (n--) s += va_arg(l, long long); va_end(l); return s; } int vs(va_list l) { return va_arg(l, int); } int cp(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int s = vs(l) * 10 + va_arg(m, int); va_end(l); va_end(m); return s; }
static void part_varargs(void) {
  printf("%d\n", sum(3, 1, 2, 3));
  printf("%.2f\n", dsum(2, 1.5, 2.25f));
  pr("icsd", 5, 'x', "str", 2.5);
  printf("%d\n", st(1, (struct S){1,2,3}, 7));
  printf("%lld\n", ll(2, 1LL<<40, 5LL));
  printf("%d\n", cp(2, 3, 4));
}

int s2(void) { return 8; }
static void part_seqinit(void) {
  int i = 0;
  int a[3] = { i++, i++, i++ };
  printf("%d %d %d\n", a[0], a[1], a[2]);
  i = 5;
  int b = i + (i = 7, 1) * 0 + 0;
  (void)b;
  struct S { int x, y;
  } s = { .y = i, .x = s2() };
  printf("%d %d\n", s.x, s.y);
  int n = 0;
  int arr[4] = {[0 ... 3] = 5};
  arr[3] += arr[2]-- - --arr[1];
  printf("%d %d %d\n", arr[3], arr[2], arr[1]);
  int k = 3;
  k += k * k;
  printf("%d\n", k);
  k = k > 3 ? k - 3 : 0;
  printf("%d\n", k);
  int *p = arr;
  *p++ = 9;
  printf("%d %d\n", arr[0], (int)(p - arr));
  *p++ += 3;
  printf("%d\n", arr[1]);
  p = arr;
}

int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } int apply(int (*f)(int, int), int a, int b) { return f(a, b); } void inc(int *p) { ++*p; } const char *day(int d) { static const char *n[] = {"sun","mon","tue"}; return n[d]; } int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); } int chars(char a, unsigned char b, signed char c) { return a + b + c; } char ret(void) { return 300; } unsigned char retu(void) { return -1; } _Bool retb(int x) { return x; } int nest(int a, int b) { return a * 10 + b; } void noargs() { printf("noargs\n"); } int arr2(int a[][2]) { return a[1][0] + (int)sizeof(a[0]); }
static void part_funcs(void) {
  printf("%d\n", fact(10));
  printf("%d\n", ack(2, 3));
  int r = apply(add, 3, 4) + apply(sub, 9, 4);
  printf("%d\n", r);
  int v = 5;
  inc(&v);
  printf("%d\n", v);
  printf("%s\n", day(2));
  printf("%d\n", even(10));
  void (*q)(int*) = inc;
  q(&v);
  printf("%d\n", v);
  printf("%d\n", chars('a', -1, 300));
  printf("%d\n", ret());
  printf("%u\n", retu());
  printf("%d\n", retb(256));
  printf("%d\n", nest(nest(1, 2), nest(3, 4)));
  printf("%d\n", (&add)(1, 2));
  printf("%d\n", (1 ? add : sub)(5, 3));
  struct { int (*op)(int, int);
  } o = { sub };
  printf("%d\n", o.op(1, 2));
  noargs();
  printf("%d\n", arr2((int[2][2]){{1,2},{3,4}}));
}

int main(void) {
  part_duff();
  part_labels();
  part_stmtexpr();
  part_vla_sizeof();
  part_varargs();
  part_seqinit();
  part_funcs();
  return 0;
}
