/* Functions: pointers, variadic, old style, static locals, recursion, inline. */
#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>

struct pair { int a; double b; };
struct big { long v[4]; };
typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static inline int twice(int x) { return 2 * x; }
static binary choose(int which) { return which ? mul : add; }
static int apply(int f(int, int), int a, int b) { return f(a, b) + (*f)(a, b) + (**f)(a, b); }
int old(a, b, c) int a; char b; double c; { return a + b + (int)c; }
static int counter(void) { static int n = 10; static int *p = &n; return ++*p; }
static int sum(int n, ...) {
  va_list ap, again; va_start(ap, n); va_copy(again, ap);
  int total = 0;
  for (int i = 0; i < n; i++) total += va_arg(ap, int);
  total += va_arg(again, int) * 100;
  va_end(ap); va_end(again);
  return total;
}
static double mixed(const char *kinds, ...) {
  va_list ap; va_start(ap, kinds); double total = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
      case 'i': total += va_arg(ap, int); break;
      case 'l': total += va_arg(ap, long long); break;
      case 'd': total += va_arg(ap, double); break;
      case 'p': total += *va_arg(ap, int *); break;
      case 's': { struct pair p = va_arg(ap, struct pair); total += p.a + p.b; break; }
      case 'b': total += va_arg(ap, struct big).v[3]; break;
    }
  va_end(ap);
  return total;
}
static int vsum(int n, va_list ap) { int t = 0; while (n--) t += va_arg(ap, int); return t; }
static int forward(int n, ...) { va_list ap; va_start(ap, n); int t = vsum(n, ap); va_end(ap); return t; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int n); static int odd(int n) { return n ? even(n - 1) : 0; }
static int even(int n) { return n ? odd(n - 1) : 1; }
static void nothing(void) { return; }
static struct pair swap(struct pair p, int *changed) { p.a++; *changed = p.a; return p; }
static int no_return(int x) { if (x) return 1; }
_Noreturn static void stop(int code) { exit(code); }
int unprototyped();
int unprototyped(int c, int s) { return c + s; }
static int (*table[2])(int, int) = {add, &mul};
static const char *where(void) { return __func__; }

int main(int argc, char **argv) {
  printf("%d %d %d\n", choose(0)(3, 4), choose(1)(3, 4), apply(mul, 2, 5));
  printf("%d %d %d\n", old(1, 2, 3.9), twice(4), table[1](6, 7));
  int c1 = counter(), c2 = counter(); printf("%d %d %d\n", c1, c2, counter());
  printf("%d %d\n", sum(3, 1, 2, 3), forward(2, 40, 2));
  int x = 5; struct pair p = {1, 2.5}; struct big b = {{1, 2, 3, 4}};
  printf("%.2f\n", mixed("idlpsb", 1, 2.5, 3LL, &x, p, b));
  printf("%.2f\n", mixed("dd", 1.0f, (float)2));
  printf("%d %d %d\n", fib(15), even(10), odd(7));
  nothing();
  int changed = 0; p = swap(p, &changed);
  printf("%d %d %d\n", p.a, changed, swap(swap(p, &x), &x).a);
  printf("%d %d\n", no_return(1), unprototyped(1, 2));
  printf("%s %d %d\n", where(), argc, argv[argc] == 0);
  binary f = add; printf("%d %d %d\n", f == add, f != mul, !f);
  void *vp = (void *)f; printf("%d\n", ((binary)vp)(1, 1));
  int (*(*complicated)(int))(int, int) = choose; printf("%d\n", complicated(1)(9, 9));
  if (x) stop(7);
  return 1;
}
