// expect: unknown (undefined: invalid-free)
// property: valid-deref
// Freeing a local is not asked for, and has no meaning.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int local = 0, *block = malloc(4);
    free(__VERIFIER_nondet_int() ? block : &local);
    return local;
}
