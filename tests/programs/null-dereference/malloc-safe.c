// malloc may fail, and the program asks.
// options: --malloc-may-fail
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof *block);
    if (block == NULL)
        return 1;
    block[2] = 1;
    free(block);
    return 0;
}
