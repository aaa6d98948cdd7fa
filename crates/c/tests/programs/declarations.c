/* What GNU C can declare. */
#include <stddef.h>
#include <stdio.h>

_Noreturn void never(void);
_Thread_local int standard_thread = 3; static __thread int gnu_thread = 4;
struct empty {};
struct tail { int n; int data[0]; };
typedef union { int *ip; float *fp; } any_pointer __attribute__((transparent_union));
static int take(any_pointer u) { return *u.ip; }
int weak_function(void) __attribute__((weak)); int weak_function(void) { return 8; }
int base(int x) { return x + 1; } extern __typeof(base) other __attribute__((alias("base")));
static int old_style(a, b, c) int a; char b; short *c; { return a + b + *c; }
static int ranges(int c) { switch (c) { case 'a' ... 'z': return 1; case 1 ... 9: return 2; case -5 ... -1: return 4; default: return 3; } }
static int repeated[20] = {[0 ... 9] = 4, [12 ... 13] = 7, [5] = 1};
extern inline __attribute__((gnu_inline)) int twice(int x) { return x * 2 + 100; }
extern __inline __attribute__((__gnu_inline__, __always_inline__, __artificial__)) int wrapped(const char *format, ...) {
  return printf(format, __builtin_va_arg_pack());
}
int twice(int x) { return x * 2; }

int main(void) {
  __label__ inner;
  __auto_type q = 3; short s = 2; int k = 6;
  printf("%s %s %s %d\n", __func__, __FUNCTION__, __PRETTY_FUNCTION__, q);
  printf("%d %d %d\n", take(&k), (int)sizeof(struct empty), (int)sizeof(struct tail));
  printf("%d %d %d %d %d\n", ranges('c'), ranges(5), ranges(99), ranges(-3), old_style(3, 4, &s));
  for (int i = 0; i < 20; i++) printf("%d", repeated[i]);
  printf("\n%d %d %d %d\n", twice(4), weak_function(), other(3), standard_thread + gnu_thread);
  void *table[] = {&&first, &&second}; static void *fixed[] = {&&first, &&second};
  int n = 0, rounds = 0;
  goto *table[n];
first: printf("first\n"); n = 1; if (rounds++ < 2) goto *fixed[n];
  goto inner;
second: printf("second\n"); goto *table[0];
inner: printf("%d %d\n", (int)offsetof(struct tail, data), fixed[0] == table[0]);
  return 0;
}
