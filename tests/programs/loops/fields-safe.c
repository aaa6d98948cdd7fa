// Two fields of each element, written in every round.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

struct pair {
    int a;
    short b;
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10000000)
        return 0;
    struct pair *pairs = malloc(n * sizeof *pairs);
    for (unsigned i = 0; i < n; i++) {
        pairs[i].a = -1;
        pairs[i].b = (short)i;
    }
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        __VERIFIER_assert(pairs[k].a == -1 && pairs[k].b == (short)k);
    free(pairs);
    return 0;
}
