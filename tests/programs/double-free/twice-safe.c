// The error path frees the block and leaves.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *buffer = malloc(16);
    int length = __VERIFIER_nondet_int();
    if (length < 0) {
        free(buffer);
        return 1;
    }
    free(buffer);
    return 0;
}
