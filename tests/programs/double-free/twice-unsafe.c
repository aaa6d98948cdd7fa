// An error path frees the block, and the common end frees it again.
// input: -1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *buffer = malloc(16);
    int length = __VERIFIER_nondet_int();
    if (length < 0)
        free(buffer);
    free(buffer); //~ double-free
    return 0;
}
