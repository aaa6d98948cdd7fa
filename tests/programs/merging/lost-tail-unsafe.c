// A block is lost on one of two ways that meet again.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *kept = malloc(sizeof *kept), *other = NULL;
    *kept = 1;
    if (__VERIFIER_nondet_int()) {
        other = malloc(sizeof *other);
        *other = 2;
        if (__VERIFIER_nondet_int() > 5)
            kept = other; //~ memory-leak
    }
    free(kept);
    if (other != kept)
        free(other);
    return 0;
}
