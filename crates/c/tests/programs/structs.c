/* Structs, unions, bit-fields, by value and by pointer. */
#include <stdio.h>
#include <stddef.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; char name[8]; };
union mixed { int i; unsigned char bytes[4]; float f; struct { short low, high; }; };
struct anonymous { int a; union { int b; char c[4]; }; struct { int d, e; } named; };
struct bits { unsigned a : 3; int b : 5; unsigned : 0; unsigned c : 1; long long d : 40; _Bool e : 1; signed char f : 4; };
struct __attribute__((packed)) tight { char a; int b; short c : 5; int d : 13; long e; };
struct flexible { int count; int items[]; };
struct empty {};
struct self { struct self *next; int value; };

static struct point make(int x, int y) { struct point p = {x, y}; return p; }
static struct point add(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
static struct line longer(struct line l) { l.to = add(l.to, make(1, 1)); return l; }
static int sum(const struct line *l) { return l->from.x + l->from.y + l->to.x + l->to.y; }

static struct flexible flex = {3, {10, 20, 30}};
static struct line global_line = {{1, 2}, {.y = 4, .x = 3}, "ab"};

int main(void) {
  struct point p = make(3, 4), q;
  q = add(p, make(10, 20));
  printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
  struct line l = {p, q, "line"}, m;
  m = longer(l);
  printf("%d %d %s %d\n", sum(&l), sum(&m), m.name, longer(m).to.y);
  l = m = global_line;
  printf("%d %s\n", sum(&l), l.name);
  union mixed u; u.i = 0x01020304;
  printf("%d %d %d %d\n", u.bytes[0], u.bytes[3], u.low, u.high);
  u.f = 1.0f; printf("%x\n", u.i);
  struct anonymous an = {1, {2}, {3, 4}}; an.c[1] = 1;
  printf("%d %d %d %d\n", an.a, an.b, an.named.d, an.named.e);
  struct bits b; memset(&b, 0, sizeof b);
  b.a = 9; b.b = -3; b.c = 3; b.d = -(1LL << 30); b.e = 5; b.f = 9;
  printf("%d %d %d %lld %d %d\n", b.a, b.b, b.c, (long long)b.d, b.e, b.f);
  b.a += 7; b.b++; b.d -= 1; --b.f; b.c ^= 1;
  printf("%d %d %d %lld %d %d %d\n", b.a, b.b, b.c, (long long)b.d, b.e, b.f, 0); b.a = 13;
  printf("%d %d\n", b.a - 10 < 0, (int)sizeof b); printf("%d\n", (b.b = 17));
  unsigned char raw[sizeof b]; memcpy(raw, &b, sizeof b);
  for (unsigned i = 0; i < sizeof raw; i++) printf("%02x", raw[i]);
  printf("\n");
  struct tight t = {1, 2, 3, 4, 5};
  t.c = -7; t.d = -4000; t.b = t.c + t.d;
  printf("%d %d %d %d %ld %d\n", t.a, t.b, t.c, t.d, t.e, (int)sizeof t);
  printf("%d %d %d\n", (int)offsetof(struct line, to.y), (int)offsetof(struct line, name[3]), (int)sizeof(struct flexible));
  for (int i = 0; i < flex.count; i++) printf("%d ", flex.items[i]);
  printf("%d\n", (int)sizeof(struct empty));
  struct self a1 = {0, 1}, a2 = {&a1, 2}, a3 = {&a2, 3};
  int total = 0; for (struct self *s = &a3; s; s = s->next) total = total * 10 + s->value;
  printf("%d\n", total);
  struct point *pp = &(struct point){7, 8}; pp->x++;
  printf("%d %d\n", pp->x, (struct point){.y = 5}.y);
  struct point array[3] = {{1, 2}, [2] = {5, 6}};
  array[1] = array[2]; array[2].x = 9;
  printf("%d %d %d\n", array[1].x, array[2].x, (1 ? array[0] : array[1]).y);
  int pick = 1; struct point chosen = pick ? p : q; chosen = (pick = 0, q);
  printf("%d %d\n", chosen.x, ({ struct point t = add(p, p); t; }).y);
  struct point copy = *&p, *alias = &copy; *alias = *&q; printf("%d\n", copy.x);
  return 0;
}
