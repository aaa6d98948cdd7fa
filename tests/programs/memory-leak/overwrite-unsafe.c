// The only pointer to a block is overwritten by that to the next.
// property: valid-memtrack
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p = malloc(8); //~ memory-leak
    free(p);
    return 0;
}
