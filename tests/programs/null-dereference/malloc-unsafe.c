// malloc may fail, and the block is used without asking.
// options: --malloc-may-fail
// input: 0
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof *block);
    block[2] = 1; //~ null-dereference
    free(block);
    return 0;
}
