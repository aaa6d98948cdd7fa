// The error function of the program returns, and all is freed.
// property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int errors;

void reach_error(void) {
    errors++;
}

int main(void) {
    int *cell = malloc(sizeof *cell);
    if (__VERIFIER_nondet_int() < 0)
        reach_error();
    free(cell);
    return errors;
}
