// A global still points to the block when main returns: not lost, but not freed.
// property: valid-memcleanup
#include <stdlib.h>

static int *block;

int main(void) {
    block = malloc(sizeof *block);
    *block = 4;
    return *block - 4; //~ not-freed
}
