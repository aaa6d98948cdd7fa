// 64 bits: no machine has room for two blocks that are together larger than what it can address.
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    char *one = malloc((size_t)1 << 56), *other = malloc(((size_t)1 << 56) + 1);
    if (one && other)
        reach_error();
    free(one);
    free(other);
    return 0;
}
