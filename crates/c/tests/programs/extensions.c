/* GNU extensions and C11. */
#include <stdio.h>
#include <stddef.h>
#include <stdalign.h>

#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define kind(x) _Generic((x), int: "int", double: "double", char *: "string", const char *: "const string", default: "other")
#define array_size(a) (sizeof(a) / sizeof((a)[0]))
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))

_Static_assert(sizeof(int) == 4, "int");
struct s { char a; _Alignas(16) int b; } __attribute__((aligned(32)));
struct node { int v; struct { int inner; } link; };
typedef int aligned_int __attribute__((aligned(8)));
struct uses_aligned { char c; aligned_int i; };
#pragma pack(push, 2)
struct half { char a; int b; double c; };
#pragma pack(pop)
struct whole { char a; int b; };
unsigned short _Alignas(16) late_alignas[3];
int real_name(int x) { return x + 5; } int other_name(int) __attribute__((alias("real_name")));
union __attribute__((packed)) up { int a; char b[5]; };
typedef int di __attribute__((mode(DI)));
typedef __builtin_va_list my_list;
extern int renamed(int) __asm__("renamed_symbol");
enum __attribute__((packed)) tiny { T0, T1 = 200 };
int __attribute__((unused, noinline)) annotated(int x __attribute__((unused))) { return 1; }
static __inline__ __attribute__((always_inline)) int inl(void) { return 6; }
__extension__ typedef long long int quad;
_Thread_local int per_thread = 3;
static volatile int vol; int restrict_user(int *restrict p, const int *__restrict q) { return *p + *q; }

static int counts; static int *counted(int *p) { counts++; return p; }

int main(void) {
  printf("%d %.1f\n", max(3, 4), max(2.5, 1));
  const char *cs = "";
  printf("%s %s %s %s %s\n", kind(1), kind(1.0), kind((char *)0), kind(cs), kind(1L));
  printf("%d %d %d\n", (int)sizeof(struct s), (int)offsetof(struct s, b), (int)alignof(struct s));
  struct node n = {1, {2}}; int *ip = &n.link.inner; printf("%d\n", container_of(ip, struct node, link.inner)->v);
  printf("%d %d %d %d\n", (int)sizeof(struct uses_aligned), (int)sizeof(struct half), (int)sizeof(struct whole), (int)sizeof(union up));
  printf("%d %d %d\n", (int)sizeof(di), (int)sizeof(quad), (int)sizeof(enum tiny));
  int arr[7]; printf("%d %d\n", (int)array_size(arr), (int)_Alignof(double));
  __auto_type x = 3.5; typeof(x) y = x * 2; printf("%.1f\n", y);
  printf("%d %d %d\n", __builtin_constant_p(3), __builtin_choose_expr(1, 10, 20), __builtin_types_compatible_p(int, signed));
  int z = 1; printf("%ld ", __builtin_expect(vol == 0, z++)); printf("%d %d %d\n", z, other_name(2), (int)((unsigned long)late_alignas % 16));
  int i = 5; int j = i ?: 9; printf("%d\n", j);
  printf("%d\n", ({ int k = 0; while (k < 10) k += 3; k; }));
  asm volatile("" ::: "memory");
  if (0) { __asm__("nop"); }
  int hidden = 3, copied; __asm__ volatile("" : "+r"(hidden) : : "memory"); __asm__("" : "=r"(copied) : "0"(hidden + 1));
  asm("" : [out] "=r"(z) : [in] "r"(cs), "[out]"(copied)); asm("" : "+r"(*counted(&hidden))); asm volatile("" : : "r"(&hidden), "i"(3) : "memory"); printf("%d %d %d %d\n", hidden, copied, z, counts);
  int *p = &i; printf("%d\n", restrict_user(p, &j));
  vol = 4; vol += vol; printf("%d %d\n", vol, per_thread);
  printf("%d %d\n", annotated(1), inl());
  void *v = &&label; if (v) goto label; return 9;
label: printf("%d\n", (int)sizeof(void) + (int)sizeof(main));
  printf("%d ", __sync_fetch_and_add(&i, 3)); printf("%d\n", __sync_add_and_fetch(&i, 1));
  printf("%d ", __sync_bool_compare_and_swap(&i, 9, 1)); printf("%d\n", i);
  unsigned long long ull = 1ull << 63; printf("%d\n", ull > 0);
  { int i = 1; { int i = 2; printf("%d", i); } printf("%d\n", i); }
  for (int i = 0; i < 2; i++) { int i = 7; printf("%d", i); }
  printf("\n%s\n", "con" "cat" "\x41\102\n");
  printf("%d\n", (int)sizeof "abc" + (int)sizeof(int[3]) + (int)sizeof(char (*)[5]));
  switch (i) { case 1: printf("c1 "); __attribute__((fallthrough)); default: printf("d\n"); }
  printf("%d\n", (3, 4) + (i = 2, i++));
  struct { int a; } anon1 = {5}, anon2 = anon1; printf("%d\n", anon2.a);
  return per_thread;
}
