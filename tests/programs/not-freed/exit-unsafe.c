// exit is called while a block is in use.
// property: valid-memcleanup
// input: 5
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void stop(void) {
    exit(1); //~ not-freed
}

int main(void) {
    char *block = malloc(1);
    if (__VERIFIER_nondet_int() == 5)
        stop();
    free(block);
    return 0;
}
