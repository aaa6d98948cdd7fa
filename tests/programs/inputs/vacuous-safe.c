// No input fulfils the assumption, and what follows is never run.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n % 2 == 0);
    __VERIFIER_assume(n % 4 == 3);
    int *p = 0;
    assert(0);
    return *p;
}
