/* What _Alignof says of types, objects and members, with attributes. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef int T8 __attribute__((aligned(8))); struct S { char c; int i; } __attribute__((aligned(32))); struct SP { char c; int i; } __attribute__((packed)); struct SM { char a; int b __attribute__((aligned(16))); short c __attribute__((packed)); };
int gv __attribute__((aligned(256))); typedef int U2 __attribute__((aligned(2)));
static void part_alignof(void) {
  printf("%d %d %d %d\n", (int)_Alignof(T8), (int)_Alignof(struct S), (int)_Alignof(struct SP), (int)_Alignof(struct SM));
  int v __attribute__((aligned(64)));
  printf("%d\n", (int)__alignof__(v));
  struct SM m;
  printf("%d %d\n", (int)__alignof__(m.a), (int)__alignof__(m.b));
  printf("%d %d %d\n", (int)__alignof__(m.c), (int)__alignof__(m), (int)__alignof__(struct SM));
  printf("%d %d\n", (int)_Alignof(double), (int)_Alignof(long long));
  printf("%d %d\n", (int)__alignof__(gv), (int)__alignof__(part_alignof));
  _Alignas(32) char buf[3];
  printf("%d %d\n", (int)__alignof__(buf), (int)sizeof buf);
  printf("%d\n", (int)_Alignof(char[7]));
  printf("%d %d\n", (int)sizeof(T8), (int)__alignof__(T8));
  struct { char c;
  T8 x;
  } q;
  printf("%d %d\n", (int)sizeof q, (int)__alignof__(q.x));
  struct SP sp;
  printf("%d %d\n", (int)__alignof__(sp.i), (int)__alignof__(sp));
  printf("%d\n", (int)__alignof__(((struct SP*)0)->i));
  printf("%d %d\n", (int)_Alignof(U2), (int)sizeof(U2));
  printf("%d\n",(int)__alignof__(int __attribute__((aligned(16)))));
  extern int ee __attribute__((aligned(128)));
  printf("%d\n", (int)__alignof__(ee));
  printf("%d\n", (int)__alignof__("abc"));
  printf("%d\n", (int)__alignof__(m.a+1));
}

#pragma pack(push, 2)
struct A { char a; int b; double c; };
#pragma pack(pop)
struct B { char a; int b; } __attribute__((packed, aligned(4))); struct C { unsigned x:1; unsigned long long y:33; unsigned z:7; }; struct D { unsigned a:3; int b:6; unsigned c:12; } __attribute__((packed)); struct E { char c; int :0; char d; int x:4; short y:9; }; struct G { char a; _Alignas(16) char b; }; union H { unsigned a:3; long long b:35; char c[5]; } __attribute__((packed));
static void part_pack(void) {
  printf("%d %d %d\n", (int)sizeof(struct A), (int)offsetof(struct A, b), (int)offsetof(struct A, c));
  printf("%d %d\n", (int)sizeof(struct B), (int)offsetof(struct B, b));
  printf("%d %d\n", (int)sizeof(struct C), (int)sizeof(struct D));
  struct D d = {1, -3, 5};
  printf("%d %d %d\n", d.a, d.b, d.c);
  unsigned char *p = (void*)&d;
  for (unsigned i = 0; i < sizeof d; i++) printf("%02x ", p[i]);
  printf("\n");
  static struct C c;
  c.x = 1;
  c.y = 0x1ffffffffull;
  c.z = 3;
  p = (void*)&c;
  for (unsigned i = 0; i < sizeof c; i++) printf("%02x ", p[i]);
  printf("\n");
  printf("%d\n", (int)sizeof(struct E));
  printf("%d\n", (int)sizeof(struct G));
  printf("%d\n", (int)sizeof(union H));
}

int main(void) {
  part_alignof();
  part_pack();
  return 0;
}
