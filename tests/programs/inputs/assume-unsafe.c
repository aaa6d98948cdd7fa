// An assumption that comes after the assertion does not help it.
// input: 3 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert(a < b); //~ assertion
    __VERIFIER_assume(a < b);
    return 0;
}
