// The bytes of malloc are taken for zeros.
// options: --check-uninitialised
#include <stdlib.h>

int main(void) {
    int *counts = malloc(4 * sizeof *counts);
    counts[0] = 0;
    int all = counts[0] + counts[1];
    free(counts);
    if (all) //~ uninitialised
        return 1;
    return 0;
}
