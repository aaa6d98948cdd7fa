// The pointer is a local of an inner block; the input decides whether its block is freed.
// property: valid-memtrack
// input: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    {
        char *p = malloc(4);
        if (__VERIFIER_nondet_int())
            free(p);
    } //~ memory-leak
    return 0;
}
