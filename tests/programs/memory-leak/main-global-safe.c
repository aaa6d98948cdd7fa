// A global still points to the block when main returns: not freed, but not lost.
// property: valid-memtrack
#include <stdlib.h>

static int *block;

int main(void) {
    block = malloc(sizeof *block);
    *block = 4;
    return *block - 4;
}
