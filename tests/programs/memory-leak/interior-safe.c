// A pointer into the middle of a block still reaches it.
// property: valid-memtrack
#include <stdlib.h>

static char *body;

int main(void) {
    char *block = malloc(16);
    body = block + 8;
    block = NULL;
    free(body - 8);
    return 0;
}
