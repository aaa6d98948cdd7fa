// expect: unknown (undefined: use-after-free)
// property: assertions
// The block was freed: the value that is read may be anything.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block);
    if (!block)
        return 1;
    *block = 5;
    if (__VERIFIER_nondet_int())
        free(block);
    int value = *block;
    assert(value == 5);
    free(block);
    return 0;
}
