// Each input function of the verifier dialect has the range of its type.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_size_t(void);

int main(void) {
    long number = __VERIFIER_nondet_int();
    assert(number >= INT_MIN && number <= INT_MAX);
    number = __VERIFIER_nondet_uint();
    assert(number >= 0 && number <= UINT_MAX);
    number = __VERIFIER_nondet_char();
    assert(number >= CHAR_MIN && number <= CHAR_MAX);
    number = __VERIFIER_nondet_uchar();
    assert(number >= 0 && number <= UCHAR_MAX);
    number = __VERIFIER_nondet_short();
    assert(number >= SHRT_MIN && number <= SHRT_MAX);
    number = __VERIFIER_nondet_ushort();
    assert(number >= 0 && number <= USHRT_MAX);
    number = __VERIFIER_nondet_bool();
    assert(number == 0 || number == 1);
    assert(__VERIFIER_nondet_long() / 2 <= LONG_MAX / 2);
    assert(__VERIFIER_nondet_longlong() >= LLONG_MIN);
    assert(__VERIFIER_nondet_ulong() / 2 <= LONG_MAX);
    assert(__VERIFIER_nondet_ulonglong() % 2 <= 1);
    assert(__VERIFIER_nondet_size_t() >> 63 <= 1);
    return 0;
}
