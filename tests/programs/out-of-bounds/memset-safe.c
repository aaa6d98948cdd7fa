// memset is given the size of what it fills.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *block = malloc(4 * sizeof(int));
    memset(block, 0, 4 * sizeof *block);
    int first = block[3];
    free(block);
    return first;
}
