// The block is freed before its pointer is overwritten.
// property: valid-memtrack
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    free(p);
    p = malloc(8);
    free(p);
    return 0;
}
