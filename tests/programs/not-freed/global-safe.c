// The block of the global is freed before main returns.
// property: valid-memcleanup
#include <stdlib.h>

static int *block;

int main(void) {
    block = malloc(sizeof *block);
    *block = 4;
    int value = *block;
    free(block);
    return value - 4;
}
