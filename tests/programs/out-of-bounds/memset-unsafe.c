// memset is given the number of bytes of a larger type.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *block = malloc(4 * sizeof(int));
    memset(block, 0, 4 * sizeof(long)); //~ out-of-bounds
    int first = block[0];
    free(block);
    return first;
}
