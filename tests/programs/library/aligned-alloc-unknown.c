// expect: unknown (unsupported)
// glibc takes this alignment for 32 up to version 2.37, and refuses it from 2.38 on.
#include <stdlib.h>

int main(void) {
    void *block = aligned_alloc(24, 48);
    free(block);
    return 0;
}
