// expect: unknown (addresses)
// The step from one block to another is the difference of their addresses; it is still outside of the first.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(8), *second = malloc(8);
    second[0] = 1;
    intptr_t distance = (intptr_t)second - (intptr_t)first;
    char found = first[distance < 0 ? -1 : 8]; //~ out-of-bounds
    free(first);
    free(second);
    return found;
}
