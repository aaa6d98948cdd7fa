// An early return forgets the block.
// property: valid-memtrack
// input: -3
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int work(int n) {
    int *scratch = malloc(sizeof *scratch);
    *scratch = n;
    if (n < 0)
        return -1; //~ memory-leak
    int result = *scratch;
    free(scratch);
    return result;
}

int main(void) {
    return work(__VERIFIER_nondet_int()) == -1;
}
