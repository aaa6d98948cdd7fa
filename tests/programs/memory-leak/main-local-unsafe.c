// A local of main is the only pointer when main returns.
// property: valid-memtrack
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 4;
    return *block - 4; //~ memory-leak
}
