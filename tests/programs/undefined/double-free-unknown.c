// expect: unknown (undefined: double-free)
// property: valid-memcleanup
// After the second free nobody knows what is left of the heap.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(4);
    free(block);
    if (__VERIFIER_nondet_int())
        free(block);
    return 0;
}
