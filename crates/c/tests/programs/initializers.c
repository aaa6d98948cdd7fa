/* Initialisers of locals and statics. */
#include <stdio.h>
#include <string.h>

struct inner { char c; int v[3]; };
struct outer { int a; struct inner in[2]; struct { int x, y; }; const char *s; int (*f)(int); };
static int inc(int x) { return x + 1; }
union u { char c; int i; double d; };

static struct outer g = {1, {{'a', {1, 2}}, {.v = {[1] = 5, 6}}}, .y = 8, .s = "str", .f = inc};
static struct outer copy[2] = {[1] = {.in[1].v[2] = 3, .in[0] = {'q'}, .x = 4, 5}};
static int *pointers[] = {&g.a, &g.in[1].v[1], (int *)&copy[1].in, 0};
static union u un = {.d = 1.5}, first = {65};
static long address_difference = (char *)&g.in[1] - (char *)&g;
static struct inner *literal = &(struct inner){'z', {7, 8, 9}};
static int *array_literal = (int[]){4, 5, 6};
static unsigned long as_number = (unsigned long)&g.a;
static char letters[2][3] = {{'a'}, "bc"};
static int computed = sizeof(struct outer) / sizeof(int) * 2 + (3 > 2 ? 10 : 20);
static struct { unsigned a : 4, b : 12; int c : 7; } bits = {15, 1000, -3};
enum { N = 3, M = N * 2 };
static int sized[M] = {[N] = N};
extern int declared_later[]; 
int use_later(void) { return declared_later[1]; }
int declared_later[] = {1, 22, 3};
int tentative; int tentative; int tentative = 9;
static const int constant = 12;

static void show(const struct outer *o) {
  printf("%d [%d %d %d %d] [%d %d %d %d] %d %d %s %d\n", o->a, o->in[0].c, o->in[0].v[0], o->in[0].v[1], o->in[0].v[2],
         o->in[1].c, o->in[1].v[0], o->in[1].v[1], o->in[1].v[2], o->x, o->y, o->s ? o->s : "-", o->f ? o->f(1) : 0);
}
int main(void) {
  show(&g); show(&copy[0]); show(&copy[1]);
  printf("%d %d %d\n", *pointers[0], *pointers[1], pointers[3] == 0);
  printf("%.1f %d %ld\n", un.d, first.i, address_difference);
  printf("%c %d %d %d\n", literal->c, literal->v[2], array_literal[1], as_number == (unsigned long)&g.a);
  printf("%c%c%c %d\n", letters[0][0], letters[1][0], letters[1][2], computed);
  printf("%d %d %d %d\n", bits.a, bits.b, bits.c, sized[3]);
  printf("%d %d %d\n", use_later(), tentative, constant);
  int n = 3;
  struct outer local = {.a = n, .in = {[1] = {'x', {n, n + 1, n + 2}}}, .f = inc};
  show(&local);
  struct outer again = {.in[0] = local.in[1], .in[1].v[1] = 77, .s = "again"};
  show(&again);
  int a[] = {n, n * 2, [5] = n * 3}, b[2][3] = {{1}, {2, n}};
  printf("%d %d %d %d\n", (int)(sizeof a / sizeof *a), a[5], a[3], b[1][1]);
  char s[] = "text", t[10] = "abc", v[] = {"braces"};
  printf("%d %d %d %s\n", (int)sizeof s, t[5], (int)sizeof v, v);
  struct inner e = {}; int scalar = {5}, nothing = 0;
  printf("%d %d %d\n", e.v[2], scalar, nothing);
  union u w = {.c = 'c'}; printf("%c\n", w.c);
  struct { struct { int p; } q[2]; } deep = {.q[1].p = 4}; printf("%d %d\n", deep.q[0].p, deep.q[1].p);
  static int statics[3] = {1, 2}; statics[2] += 5; printf("%d\n", statics[2]);
  struct { unsigned lo : 4, hi : 4; } f = {n, n + 1}; printf("%d %d\n", f.lo, f.hi);
  const char *list[] = {"a", "b", __func__}; printf("%s\n", list[2]);
  return 0;
}
