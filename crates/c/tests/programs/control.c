/* Control flow: loops, switch, goto, labels as values, statement expressions. */
#include <stdio.h>

static int classify(int n) {
  switch (n) {
    case 0: return 1;
    case 1 ... 9: return 2;
    case -5: case -6: n = 100; /* fall through */
    case 100: return n + 3;
    default: break;
    case 1000: { int inner = n; return inner - 1; }
  }
  return -1;
}
static int duff(int count) {
  int n = (count + 3) / 4, sum = 0;
  switch (count % 4) {
    case 0: do { sum += 1;
    case 3: sum += 10;
    case 2: sum += 100;
    case 1: sum += 1000;
    } while (--n > 0);
  }
  return sum;
}
static int jumps(int n) {
  int steps = 0;
again:
  if (n == 1) goto done;
  steps++;
  if (n % 2) { n = 3 * n + 1; goto again; }
  n /= 2;
  goto again;
done:
  return steps;
}
static int into_scope(int n) {
  int r = 0;
  if (n) goto inside;
  {
    int x[2];
    x[0] = 5;
inside:
    x[1] = 7; int *p = x; r = p[1];
  }
  return r;
}
static int interpret(const unsigned char *code) {
  static void *table[] = {&&inc, &&dbl, &&neg, &&end};
  int acc = 0;
  goto *table[*code++];
inc: acc++; goto *table[*code++];
dbl: acc *= 2; goto *table[*code++];
neg: acc = -acc; goto *table[*code++];
end: return acc;
}
static int loops(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 3) continue;
    if (i == 8) break;
    int j = 0;
    while (1) { if (++j > i) break; if (j == 2) continue; total += j; }
    do { total++; if (total % 7 == 0) break; } while (total % 5);
  }
  for (;;) { if (total++ > 100) break; }
  return total;
}
static long big_switch(unsigned long v) {
  switch (v) { case 0xffffffffffffffff: return 1; case 1ul << 40: return 2; default: return 3; }
}
static int nested(int a, int b) {
  switch (a) { case 1: switch (b) { case 1: return 11; default: break; } return 10; case 2: while (b--) { switch (b) { case 3: continue; case 1: goto out; } } }
out: return b;
}
int main(void) {
  int values[] = {0, 5, -5, -6, 100, 7777, 1000};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) printf("%d ", classify(values[i]));
  printf("%d %d %d\n", duff(5), duff(8), duff(3));
  printf("%d %d %d\n", jumps(27), into_scope(1), into_scope(0));
  unsigned char code[] = {0, 1, 1, 0, 2, 3};
  printf("%d %d\n", interpret(code), loops());
  printf("%ld %ld %ld\n", big_switch(-1ul), big_switch(1ul << 40), big_switch(0));
  printf("%d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 5));
  int m = ({ int t = 3; for (int i = 0; i < 3; i++) t *= 2; t; });
  printf("%d\n", m);
  int k = 0; if (m > 3) if (m > 100) k = 1; else k = 2; else k = 3;
  printf("%d\n", k);
  for (int i = 0, j = 10; i < j; i++, j--) k += i * j;
  printf("%d\n", k);
  switch (k) { int unused; default: unused = 4; printf("%d\n", unused); }
  switch (3) case 3: printf("one\n");
  char c = 'x'; switch (c) { case 'x': printf("x\n"); }
  return 0;
}
