// The value is taken out of the block before it is freed.
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 3;
    int value = *block;
    free(block);
    return value - 3;
}
