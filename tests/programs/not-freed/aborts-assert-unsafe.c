// A failed assertion ends the program with a block in use; so do the assertions and errors of verifiers.
// property: valid-memcleanup
// input: 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_error(void);

int main(void) {
    char *block = malloc(8);
    int n = __VERIFIER_nondet_int();
    assert(n != 1);       //~ not-freed
    __VERIFIER_assert(n); //~ not-freed
    if (n == 2)
        __VERIFIER_error(); //~ not-freed
    free(block);
    return 0;
}
