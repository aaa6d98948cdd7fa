// input: 1
// Two paths that differ in a constant local alone are two, also where they come to a loop.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const int limit = __VERIFIER_nondet_int() ? 2 : 1;
    const int *view = &limit;
    int i = 0;
    while (__VERIFIER_nondet_int())
        i = !i;
    assert(*view == 1); //~ assertion
    return 0;
}
