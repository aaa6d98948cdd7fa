// A block of no bytes has no first byte.
#include <stdlib.h>

int main(void) {
    char *block = malloc(0);
    if (block)
        *block = 1; //~ out-of-bounds
    free(block);
    return 0;
}
