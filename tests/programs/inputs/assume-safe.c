// An assumption holds from where it stands.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a < b);
    assert(a != 2147483647);
    assert(b != -2147483647 - 1);
    return 0;
}
