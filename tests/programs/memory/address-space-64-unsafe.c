// 64 bits: two blocks that are together as large as what a machine can address, and no larger.
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    char *one = malloc((size_t)1 << 55), *other = malloc((size_t)1 << 56);
    if (one && other)
        reach_error(); //~ error-call
    free(one);
    free(other);
    return 0;
}
