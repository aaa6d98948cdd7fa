// All ways out go through the place that frees the block.
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int work(int n) {
    int result = -1;
    int *scratch = malloc(sizeof *scratch);
    *scratch = n;
    if (n < 0)
        goto out;
    result = *scratch;
out:
    free(scratch);
    return result;
}

int main(void) {
    return work(__VERIFIER_nondet_int()) == -1;
}
