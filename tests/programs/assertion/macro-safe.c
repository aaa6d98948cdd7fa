// The smaller of two numbers is not larger than either.
#include <assert.h>
#define __VERIFIER_assert(condition) assert(condition)
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int least = a < b ? a : b;
    __VERIFIER_assert(least <= a && least <= b);
    return 0;
}
