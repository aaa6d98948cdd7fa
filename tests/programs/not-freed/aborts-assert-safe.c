// Where an assertion fails, all is freed.
// property: valid-memcleanup
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    char *block = malloc(8);
    int n = __VERIFIER_nondet_int();
    free(block);
    assert(n != 1);
    __VERIFIER_assert(n);
    block = malloc(8);
    __VERIFIER_assert(n || !n);
    free(block);
    return 0;
}
