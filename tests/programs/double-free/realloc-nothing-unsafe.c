// To no bytes, realloc frees the block and returns null, which is not that it failed.
// input: 0
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *old = malloc(4);
    char *new = realloc(old, __VERIFIER_nondet_uchar());
    if (new)
        free(new);
    else
        free(old); //~ double-free
    return 0;
}
