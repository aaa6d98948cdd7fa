// A handler of exit frees the block.
// property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *block;

static void clean(void) {
    free(block);
}

int main(void) {
    atexit(clean);
    block = malloc(1);
    if (__VERIFIER_nondet_int() == 5)
        exit(1);
    return 0;
}
