// The bytes of calloc are zeros.
// options: --check-uninitialised
#include <stdlib.h>

int main(void) {
    int *counts = calloc(4, sizeof *counts);
    counts[0] = 0;
    int all = counts[0] + counts[1];
    free(counts);
    if (all)
        return 1;
    return 0;
}
