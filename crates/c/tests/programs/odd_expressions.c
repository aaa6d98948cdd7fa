/* Constant expressions, promotions, generic selections, literals, conditions. */
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

#define T(x) _Generic((x), int:1, unsigned:2, char:3, short:4, float:5, char*:6, int*:7, long long:8, unsigned long:9, long:10, _Bool:11, double:12, void*:13, unsigned short:14, long double:15, const char*:16, unsigned char:17, default:99)
static void part_generic(void) {
  printf("%d %d %d %d %d %d\n", T(1), T(1u), T('a'), T((char)1), T(1.0f), T("x"));
  short s = 1;
  printf("%d %d %d %d\n", T(s), T(+s), T(s+s), T((short)(s+s)));
  const int ci = 1;
  printf("%d\n", T(ci));
  int a[3];
  printf("%d\n", T(a));
  printf("%d %d %d\n", T(1ll), T(1ul), T(sizeof 1));
  printf("%d\n", T(&a[1]-&a[0]));
  printf("%d %d\n", T((_Bool)1), T(!1));
  printf("%d\n", T(1 ? 1 : 1.0));
  printf("%d\n", T((char)1 ? (char)1 : (char)2));
  printf("%d\n", T(0x80000000));
  printf("%d\n", T(2147483648));
  printf("%d %d\n", T(L'a'), T(u'a'));
  printf("%d\n", T((void*)0));
  printf("%d\n", T(1 ? (void*)0 : (int*)0));
  printf("%d\n", T(main == 0));
  printf("%d\n", T(1.0L));
  printf("%d\n", T((const char*)0));
  printf("%d\n", T(~(unsigned char)0));
  printf("%d\n", T((unsigned short)1 << 1l));
  printf("%d\n", T(1u << 1ll));
}

static void part_promote(void) {
  unsigned char uc = 255;
  signed char sc = -1;
  unsigned short us = 65535;
  short ss = -1;
  unsigned u = ~0u;
  int i = -1;
  long l = -1;
  unsigned long ul = ~0ul;
  printf("%d %d %d %d %d %d\n", uc + 1, sc < uc, us * 2, ss == us, i < u, l < ul);
  printf("%d %d %d\n", uc << 8, ~uc, -uc);
  printf("%d %d\n", (char)200, (unsigned char)-1);
  printf("%u\n", us << 15);
  printf("%d\n", (uc ^ 0xff) == 0);
  printf("%lx\n", (unsigned long)(l + u));
  printf("%d\n", i + u > 0);
  printf("%d\n", (short)40000);
  printf("%d\n", 'a' + '\xff');
  printf("%d\n", '\377' == -1);
  printf("%d\n", 'ab');
  printf("%d\n", -1 >> 1);
  printf("%d\n", -7 / 2 * 10 + -7 % 2);
  printf("%ld\n", (long)(int)4294967295u);
  printf("%d\n", 5 - 6u > 0);
  printf("%d\n", (unsigned char)(uc + 1));
  uc += 1;
  printf("%d\n", uc);
  sc = 127;
  sc++;
  printf("%d\n", sc);
  us = 0;
  us--;
  printf("%u\n", us);
  uc = 10;
  uc *= 30;
  printf("%d\n", uc);
  uc = 200;
  uc >>= 1;
  printf("%d\n", uc);
  i = 7;
  i /= 2.5;
  printf("%d\n", i);
  uc = 3;
  uc -= 5;
  printf("%d\n", uc);
  sc = -128;
  sc = -sc;
  printf("%d\n", sc);
  i = 'A';
  i += 1.9;
  printf("%c\n", i);
  unsigned long long q = -1;
  printf("%llu\n", q);
  printf("%d\n", (int)(0u - 1 >> 31));
  printf("%d\n", (1 ? -1 : 1u) > 0);
  printf("%d\n", sizeof(char) - 2 > 0);
  printf("%.1f\n", (1 ? 1 : 2.0));
}

enum { E1 = 1, E2 = E1 << 3, E3 = sizeof(long) * 2, E4 = (unsigned char)300 }; struct S { char a; struct { short x, y; } b[3]; }; int arr[E1 + 4 > 3 ? 6 : 2];
static void part_constexpr(void) {
  printf("%d %d %d %d\n", E1, E2, E3, E4);
  printf("%d\n", (int)sizeof(arr));
  static int s = (int)(3.7 + 1.6);
  printf("%d\n", s);
  static const char *p = "abc" + 1;
  printf("%s\n", p);
  static long d = (char*)&arr[3] - (char*)&arr[1];
  printf("%ld\n", d);
  static int *ip = &arr[2] + 1 - 2;
  printf("%d\n", (int)(ip - arr));
  static int off = offsetof(struct S, b[2].y);
  printf("%d\n", off);
  switch (5) { case 2 + 3: printf("ok\n");
  break;
  case sizeof(int): printf("no\n");
  } static int c = 1 ? 2 : 1/1;
  static _Bool bb = 5;
  printf("%d %d\n", c, bb);
  static float f = 1/3.f;
  printf("%.6f\n", f);
  static unsigned char uc = 300 & 0xff;
  printf("%d\n", uc);
  static int t = !"abc";
  printf("%d\n", t);
  static int sh = 1 << 10 | 3;
  printf("%d\n", sh);
  static uintptr_t up = (uintptr_t)&arr[1];
  printf("%d\n", up == (uintptr_t)(arr+1));
  static int neg = -5 % 3;
  printf("%d\n", neg);
}

int *gp = (int[]){5,6};
static void part_complit(void) {
  int *p = (int[]){1,2,3};
  p[1] = 9;
  printf("%d %d\n", p[1], (int)sizeof((int[]){1,2,3}));
  printf("%s\n", (char[]){"hello"});
  printf("%d\n", ((struct {int a,b;}){1,2}).b);
  for (int i = 0; i < 3; i++) { int *q = &(int){i};
  *q += 10;
  printf("%d ", *q);
  } printf("\n");
  printf("%d\n", (int){3} + (int){4});
  static int sp[] = {7,8};
  printf("%d\n", *gp + sp[1]);
  struct S { int a[2];
  } s = (struct S){{1,2}};
  s = (struct S){ .a = {[1] = s.a[0]} };
  printf("%d %d\n", s.a[0], s.a[1]);
  printf("%c\n", "abcdef"[2]);
  printf("%c\n", 2["abcdef"]);
  const char *z = &"hello"[1];
  printf("%s\n", z);
  int k = 0;
  int *r;
  again: r = &(int){k};
  if (k < 2) { k++;
  (*r)++;
  goto again;
  } printf("%d\n", *r);
}

static void part_cond(void) {
  int a = 5, b = 0;
  printf("%d %d\n", a ?: 3, b ?: 3);
  printf("%d\n", (a++) ?: 9);
  printf("%d\n", a);
  printf("%d\n", a && b || !b);
  printf("%d\n", (b = 3) && (b++, 0));
  printf("%d\n", b);
  printf("%d\n", a > 3 ? b > 3 ? 1 : 2 : 3);
  int *p = 0;
  printf("%d\n", p && *p);
  printf("%d\n", !p || *p);
  printf("%d\n", (a, b));
  int c = (a = 2, b = a + 1);
  printf("%d\n", c);
  (a > 1 ? (b = 10) : (c = 20));
  printf("%d %d\n", b, c);
  *(a ? &b : &c) = 99;
  printf("%d\n", b);
  printf("%d\n", !!a - -1 - - 1);
  printf("%d\n", a+++b);
  printf("%d\n", -a * ~b);
  printf("%d\n", sizeof a + 1 > 4);
  printf("%d\n", (int)sizeof(char)*2);
  printf("%d\n", 1 == 1 == 1);
  printf("%d\n", 3 & 1 == 1);
  printf("%d\n", 1 << 2 + 1);
  printf("%d\n", 5 > 4 > 3);
  double d = 0.0;
  printf("%d %d\n", !d, d ? 1 : 2);
  printf("%d\n", 0.1 && 1);
  if (d = 3) printf("%f\n", d);
  char ch = 'a';
  ch = ch ? ch : 'b';
  printf("%c\n", ch);
  unsigned char x = 1;
}

static void part_bitops(void) {
  unsigned u = 0xdeadbeef;
  printf("%x %x %x\n", u >> 16, u << 4, u ^ ~u);
  printf("%x\n", (u >> 8 & 0xff) | (u & 0xff) << 8);
  int s = -16;
  printf("%d %d\n", s >> 2, (unsigned)s >> 28);
  printf("%d\n", s & 7);
  printf("%d\n", s | 3);
  unsigned long ul = 1ul << (sizeof(long)*8-1);
  printf("%d\n", (long)ul < 0);
  printf("%llx\n", 1ull << 63);
  printf("%d\n", (signed char)0x80 >> 1);
  unsigned short us = 0xffff;
  printf("%d\n", us << 1 == 0x1fffe);
  printf("%d\n", (unsigned short)(us << 1));
  us = ~us;
  printf("%d\n", us);
  unsigned char c = 0xf0;
  c = ~c;
  printf("%d\n", c);
  c = -c;
  printf("%d\n", c);
  printf("%d\n", ~0 == -1);
  printf("%u\n", -1u);
  long l = 0x12345678;
  printf("%lx\n", l << 3);
  printf("%d\n", (int)(0xffffffffu + 1));
  printf("%u\n", 1u - 2);
  printf("%ld\n", (long)1u - 2);
  printf("%d\n", 077 + 0b101);
  printf("%d\n", (int)sizeof(0xffffffffffull));
  printf("%d\n", (int)sizeof(4294967296));
  printf("%d\n", (int)sizeof(0xffffffff));
  printf("%d\n", (int)sizeof(2147483648));
}

static void part_int128(void) {
  __int128 a = (__int128)1 << 100;
  unsigned __int128 b = ~(unsigned __int128)0;
  printf("%llx %llx\n", (long long)(a >> 64), (long long)(b >> 64));
  a = -a;
  printf("%lld\n", (long long)(a >> 98));
  printf("%d\n", a < 0);
  b = b * 3;
  printf("%llx\n", (unsigned long long)b);
  b = (unsigned __int128)0xffffffffffffffffull * 0xffffffffffffffffull;
  printf("%llx %llx\n", (unsigned long long)(b >> 64), (unsigned long long)b);
  printf("%llu\n", (unsigned long long)(b / 1000000007 % 1000));
  printf("%.1f\n", (double)a);
  a = (__int128)-7;
  printf("%d %d\n", (int)(a / 2), (int)(a % 2));
  printf("%d\n", (int)sizeof a);
}

static void part_ptrs(void) {
  int a[5] = {1,2,3,4,5};
  int *p = a + 4, *q = a;
  printf("%d %d %d\n", (int)(p - q), (int)(q - p), p > q);
  printf("%d\n", p[-1]);
  printf("%d\n", *(&a[5] - 1));
  printf("%d\n", *--p);
  printf("%d\n", *p--);
  printf("%d\n", (*p)++);
  printf("%d\n", *p);
  char *c = (char *)a;
  printf("%d\n", c[4]);
  p = (int*)(c + 8);
  printf("%d\n", *p);
  p += 1;
  p -= 2;
  printf("%d\n", *p);
  void *v = a;
  v += 4;
  printf("%d\n", *(int*)v);
  printf("%d\n", (int)((uintptr_t)(a+1) - (uintptr_t)a));
  int (*ap)[5] = &a;
  printf("%d %d\n", (*ap)[2], (int)((char*)(ap+1)-(char*)ap));
  printf("%d\n", -1[&a[3]]);
  printf("%d\n", *(2 + a));
  long idx = -2;
  printf("%d\n", (a+3)[idx]);
  unsigned char uc = 3;
  printf("%d\n", a[uc]);
  printf("%d\n", &a[1] == a + 1);
  short *sp = (short *)a;
  printf("%d\n", sp[2]);
  int **pp = &p;
  **pp = 55;
  printf("%d\n", a[1]);
  p = 0;
  printf("%d %d\n", p == NULL, !p);
  printf("%d\n", *&*&a[2]);
  printf("%d\n", *(int*)&(int){3});
  unsigned n = 1;
  printf("%d\n", (&a[2])[-(int)n]);
  p = &a[4];
  n = 2;
  printf("%d\n", *(p - n));
  size_t st = 3;
  printf("%d\n", *(p - st));
  printf("%d\n", p[-st]);
}

int main(void) {
  part_generic();
  part_promote();
  part_constexpr();
  part_complit();
  part_cond();
  part_bitops();
  part_int128();
  part_ptrs();
  return 0;
}
