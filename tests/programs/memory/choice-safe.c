// A pointer to one of three variables, chosen by the input: a store through it changes that one alone.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    unsigned which = __VERIFIER_nondet_uint() % 3;
    int *p = which == 0 ? &a : which == 1 ? &b : &c;
    *p = 10;
    assert(a == (which == 0 ? 10 : 1));
    assert(b == (which == 1 ? 10 : 2));
    assert(c == (which == 2 ? 10 : 3));
    return 0;
}
