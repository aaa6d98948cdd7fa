// The block is read after it was freed.
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 3;
    free(block);
    return *block; //~ use-after-free
}
