// The local pointer is copied to a global before the function ends.
// property: valid-memtrack
#include <stdlib.h>

static int *kept;

static void work(void) {
    int *scratch = malloc(4 * sizeof *scratch);
    scratch[0] = 1;
    kept = scratch;
}

int main(void) {
    work();
    free(kept);
    return 0;
}
