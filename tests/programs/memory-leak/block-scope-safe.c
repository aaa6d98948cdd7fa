// The pointer of the inner block is freed on every path.
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *outer = NULL;
    {
        char *p = malloc(4);
        if (__VERIFIER_nondet_int())
            free(p);
        else
            outer = p;
    }
    free(outer);
    return 0;
}
