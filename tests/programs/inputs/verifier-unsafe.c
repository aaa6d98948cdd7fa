// Each input function of the verifier dialect reaches the end of its range.
// input: 1 -2147483648
// input: 2 -128
// input: 3 65535
// input: 4 -9223372036854775808
// input: 5 18446744073709551615
// input: 6 1
// input: 7 -32768
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
        assert(__VERIFIER_nondet_int() != INT_MIN); //~ assertion
        break;
    case 2:
        assert(__VERIFIER_nondet_char() != CHAR_MIN); //~ assertion
        break;
    case 3:
        assert(__VERIFIER_nondet_ushort() != USHRT_MAX); //~ assertion
        break;
    case 4:
        assert(__VERIFIER_nondet_long() != LONG_MIN); //~ assertion
        break;
    case 5:
        assert(__VERIFIER_nondet_size_t() != ULONG_MAX); //~ assertion
        break;
    case 6:
        assert(!__VERIFIER_nondet_bool()); //~ assertion
        break;
    case 7:
        assert(__VERIFIER_nondet_short() != SHRT_MIN); //~ assertion
        break;
    }
    return 0;
}
