// The only pointer is a local of a function that comes to its end.
// property: valid-memtrack
#include <stdlib.h>

static void work(void) {
    int *scratch = malloc(4 * sizeof *scratch);
    scratch[0] = 1;
} //~ memory-leak

int main(void) {
    work();
    return 0;
}
