// Two ways to the same loop, with blocks that differ only in what was never written to them.
// options: --search bfs
// input: 0 0
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() ? calloc(1, sizeof *p) : malloc(sizeof *p);
    while (__VERIFIER_nondet_int()) {
    }
    assert(*p == 0); //~ assertion
    free(p);
    return 0;
}
