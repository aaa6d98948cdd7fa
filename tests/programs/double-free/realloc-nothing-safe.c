// To no bytes, realloc frees the block and returns null, which may be freed.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *block = malloc(4);
    block[0] = 7;
    unsigned char size = __VERIFIER_nondet_uchar();
    block = realloc(block, size);
    if (size > 0 && block[0] != 7)
        return *(volatile int *)0;
    free(block);
    return 0;
}
