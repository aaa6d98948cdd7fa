// The block is freed on both paths.
// property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(1);
    int large = __VERIFIER_nondet_int() > 10;
    free(block);
    if (large)
        return 1;
    return 0;
}
