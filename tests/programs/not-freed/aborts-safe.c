// The block is freed before abort is called.
// property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(8);
    int n = __VERIFIER_nondet_int();
    free(block);
    if (n == 5)
        abort();
    return 0;
}
