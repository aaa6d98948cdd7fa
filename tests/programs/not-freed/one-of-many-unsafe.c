// The loop that frees the blocks leaves out the last.
// property: valid-memcleanup
#include <stdlib.h>

static char *blocks[4];

int main(void) {
    for (int i = 0; i < 4; i++)
        blocks[i] = malloc(1);
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return 0; //~ not-freed
}
