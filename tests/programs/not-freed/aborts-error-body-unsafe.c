// The error function of the program ends it.
// property: valid-memcleanup
// input: -1
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {
    assert(0); //~ not-freed
}

static void check(int truth) {
    if (!truth)
        reach_error();
}

int main(void) {
    int *cells = malloc(3 * sizeof *cells), n = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        cells[i] = n;
        check(cells[i] >= 0);
    }
    free(cells);
    return 0;
}
