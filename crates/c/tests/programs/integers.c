/* Integer types, promotions, conversions, operators. */
#include <stdio.h>

typedef unsigned char byte;
enum color { RED, GREEN = 5, BLUE };
enum negative { LOW = -3, HIGH };

static int calls;
static int count(int value) { calls++; return value; }

int main(void) {
  signed char sc = -1;
  unsigned char uc = sc;
  short s = -32768;
  unsigned short us = s;
  int i = -7;
  unsigned u = 7;
  long l = -1L;
  unsigned long ul = l;
  long long ll = 0x7fffffffffffffffLL;
  _Bool b = 256, c = 0.5, d = !b;
  printf("%d %d %d %d %d %u\n", sc, uc, s, us, i, u);
  printf("%ld %lu %lld %d %d %d\n", l, ul, ll, b, c, d);
  printf("%d %d %d\n", i / 2, i % 2, i >> 1);
  printf("%d %d %d\n", i < u, sc < uc, -1 < (unsigned char)1);
  printf("%u %u\n", u - 8u, ~u);
  printf("%d %d %d\n", (byte)300, (signed char)200, (short)70000);
  printf("%d %d %d %d\n", RED, GREEN, BLUE, LOW + HIGH);
  printf("%d\n", (int)sizeof(enum color) + (int)sizeof(enum negative));
  printf("%lu %lu %lu\n", sizeof(1), sizeof(1L), sizeof('a'));
  printf("%d %d\n", 'a', '\377');
  printf("%d %d %d %d\n", 0x10, 010, 0b101, 'ab');
  printf("%d %d\n", 4294967295 > 0, 0xffffffff > 0);
  uc = 255; uc++; printf("%d\n", uc);
  sc = 127; sc++; printf("%d\n", sc);
  uc += 300; printf("%d\n", uc);
  us = 65535; us <<= 1; printf("%d\n", us);
  i = 5; i += i++ ? 1 : 0; 
  i = 10; i -= 3; i *= 4; i /= 5; i %= 4; i |= 8; i ^= 3; i &= 14; i <<= 2; i >>= 1;
  printf("%d\n", i);
  b = 0; b++; b++; printf("%d ", b); b--; printf("%d ", b); b -= 1; printf("%d\n", b);
  printf("%d %d ", count(0) && count(1), count(1) || count(0));
  printf("%d\n", calls);
  printf("%d\n", (count(1), count(2), count(3)));
  printf("%d %d\n", count(0) ?: 9, count(4) ?: 9);
  printf("%d\n", calls);
  printf("%d %d\n", !5, !!5);
  printf("%d\n", -(-5) + +3);
  printf("%d %d\n", 1 ? -1 : 2u > 0, (1 ? -1 : 2u) > 0);
  __int128 big = (__int128)1 << 100;
  unsigned __int128 ubig = ~(unsigned __int128)0;
  printf("%lx %lx\n", (unsigned long)(big >> 64), (unsigned long)(ubig / 3 >> 64));
  big = -big; printf("%ld %d\n", (long)(big >> 90), big < 0);
  big = -1; printf("%d %d\n", big == -1, (int)(big * 5 % 3));
  printf("%d\n", __builtin_popcount(0xff0f) + __builtin_clz(1) + __builtin_ctzl(64) + __builtin_ffs(0) + __builtin_ffsll(8));
  printf("%x %lx %d\n", __builtin_bswap32(0x12345678), __builtin_bswap64(1), __builtin_parity(7));
  int r; unsigned char small; long wide;
  printf("%d ", __builtin_add_overflow(0x7fffffff, 1, &r)); printf("%d\n", r);
  printf("%d ", __builtin_mul_overflow(20, 20, &small)); printf("%d\n", small);
  printf("%d ", __builtin_sub_overflow(1u, 2u, &wide)); printf("%ld\n", wide);
  printf("%d ", __builtin_smul_overflow(65536, 65536, &r)); printf("%d\n", r);
  return i & 0x7f;
}
