/* Designators that override each other, strings, unions, wide strings. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void part_init_desig(void) {
  struct P { int x, y, z;
  };
  struct Q { struct P a, b;
  int c[4];
  } q = { .b.y = 5, 6, {1,2,[3]=4}, .a = {1,2,3}, .a.z = 9 };
  printf("%d %d %d|%d %d %d|%d %d %d %d\n", q.a.x,q.a.y,q.a.z,q.b.x,q.b.y,q.b.z,q.c[0],q.c[1],q.c[2],q.c[3]);
  struct Q r = { .a = {1,2,3}, .a = {.y=7} };
  printf("%d %d %d\n", r.a.x, r.a.y, r.a.z);
  int a[] = { [5] = 1, 2, [1] = 3, 4 };
  for (unsigned i = 0; i < sizeof a/sizeof *a; i++) printf("%d ", a[i]);
  printf("\n");
  int b[3][2] = { {1}, 2, 3, [2] = {4,5} };
  for (int i = 0; i < 6; i++) printf("%d ", ((int*)b)[i]);
  printf("\n");
  int c[2][3] = { [1][1] = 5, 6 , [0] = {7}, [0][2] = 8};
  for (int i = 0; i < 6; i++) printf("%d ", ((int*)c)[i]);
  printf("\n");
  char s1[] = "abc", s2[3] = "abc", s3[5] = {"ab"}, s4[2][4] = {"xy", {'z'}};
  printf("%d %s %c %d %s %s %d\n",(int)sizeof s1, s1, s2[2], s3[4], s4[0], s4[1], (int)sizeof s4);
  int d[10] = { [2 ... 4] = 7, [3] = 1, 9 };
  for (int i = 0; i < 10; i++) printf("%d ", d[i]);
  printf("\n");
  union U { char c;
  int i;
  struct P p;
  } u = { .p = {1,2,3} };
  printf("%d\n", u.p.z);
  union U v = { 'x', };
  printf("%d\n", v.c);
  struct { int a;
  union { int b;
  char c[4];
  };
  struct { int d, e;
  };
  } an = { 1, {.c = {1,2,3,4}}, { .e = 5 } };
  printf("%d %x %d %d\n", an.a, an.b, an.d, an.e);
  struct { int a;
  union { int b;
  char c[4];
  };
  struct { int d, e;
  };
  } an2 = { 1, .e = 5, .c = {1} , .d = 3};
  printf("%d %x %d %d\n", an2.a, an2.b & 0xff, an2.d, an2.e);
  struct { char s[4];
  int n;
  } str[] = { "abc", 1, {"de", 2}, [3] = { .n = 3 } };
  printf("%d %s %d %s %d %s %d\n", (int)(sizeof str / sizeof *str), str[0].s, str[0].n, str[1].s, str[1].n, str[2].s, str[3].n);
  int e = {5};
  int f = {{6}};
  printf("%d %d\n", e, f);
  struct P *pp = &(struct P){1, .z = 4};
  printf("%d %d %d\n", pp->x, pp->y, pp->z);
  struct { unsigned a:3, b:5;
  int c;
  } bf = { 9, .c = 3, .b = 33 };
  printf("%d %d %d\n", bf.a, bf.b, bf.c);
}

struct S { int n; int a[2]; }; struct S mk(int x) { struct S s = {x, {x+1, x+2}}; return s; } int by(struct S s) { s.n = 100; return s.n + s.a[0]; } struct S swap(struct S s) { return (struct S){ s.a[1], {s.a[0], s.n} }; } struct __attribute__((packed)) P { char a; int b; short c; char d; };
static void part_structs(void) {
  struct S s = {1, {2, 3}}, t;
  t = s;
  t.a[1] = 9;
  printf("%d %d\n", s.a[1], t.a[1]);
  printf("%d\n", mk(5).a[1]);
  printf("%d\n", by(s));
  s = swap(s);
  printf("%d\n", s.n);
  struct S arr[2] = {s, t};
  arr[0] = arr[1];
  printf("%d\n", arr[0].a[1]);
  printf("%d\n", (s = t).n + (1 ? s : t).a[0]);
  struct E {} e;
  printf("%d\n", (int)sizeof e);
  struct F { int n;
  char d[];
  } *f = malloc(sizeof *f + 4);
  f->n = 3;
  strcpy(f->d, "abc");
  printf("%s %d\n", f->d, (int)sizeof(struct F));
  free(f);
  union U { float f;
  unsigned u;
  unsigned char b[4];
  } u = { 1.0f };
  printf("%x %d\n", u.u, u.b[3]);
  struct L { struct L *n;
  int v;
  } l1 = {0, 1}, l2 = {&l1, 2};
  printf("%d\n", l2.n->v);
  struct A { struct { int x;
  union { int y;
  float z;
  };
  };
  } a = {{1, {2}}};
  printf("%d %d\n", a.x, a.y);
  a.z = 1;
  printf("%x\n", a.y);
  printf("%d %d\n", (int)offsetof(struct P, c), (int)sizeof(struct P));
  struct Z { int q;
  };
  printf("%d\n", (int)sizeof(struct Z));
  struct T2 { struct T2 *p;
  } t2 = { &t2 };
  printf("%d\n", t2.p == &t2);
  const struct S cs = s;
  printf("%d\n", cs.n);
  int *ip = &s.a[0];
  ip[1] = 77;
  printf("%d\n", s.a[1]);
  struct B3 { unsigned char b[3];
  } b3 = {{1,2,3}}, c3 = b3;
  printf("%d\n", c3.b[2] + (int)sizeof b3);
}

static void part_wide(void) {
  wchar_t w[] = L"héllo\x1234";
  printf("%d %d %x\n", (int)(sizeof w / sizeof *w), (int)sizeof(L'a'), (unsigned)w[5]);
  printf("%x\n", (unsigned)w[1]);
  printf("%d %d %d\n", (int)sizeof(u"ab"), (int)sizeof(U"ab"), (int)sizeof(u8"é"));
  printf("%x %x\n", u"\U0001F600"[0], u"\U0001F600"[1]);
  printf("%d\n", (int)sizeof(L"abc" L"de"));
  printf("%d\n", (int)sizeof("abc" "de"));
  printf("%d\n", (int)sizeof("a\0b"));
  printf("%d %d %d\n", '\0', '\x7f', '\e');
  printf("%s\n", "tri\?\?graph \101\x41" "1");
  printf("%d\n", L"abc"[1] == L'b');
  wchar_t x[3] = L"abc";
  printf("%d\n", (int)x[2]);
  printf("%d\n", "\u00e9"[0] & 255);
  printf("%d\n", (int)sizeof("\u00e9"));
  printf("%s\n", __func__);
  printf("%d\n", (int)sizeof(__func__));
  printf("%d\n", L'\xffffffff' < 0);
}

int main(void) {
  part_init_desig();
  part_structs();
  part_wide();
  return 0;
}
