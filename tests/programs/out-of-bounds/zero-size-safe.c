// A block of no bytes may be made, copied from with length zero, and freed.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *block = malloc(0), byte = 1;
    if (block)
        memcpy(&byte, block, 0);
    free(block);
    return byte - 1;
}
