// Only the block that realloc returned is freed.
#include <stdlib.h>

int main(void) {
    int *block = malloc(4);
    *block = 1;
    block = realloc(block, 4000);
    int kept = *block;
    free(block);
    return kept - 1;
}
