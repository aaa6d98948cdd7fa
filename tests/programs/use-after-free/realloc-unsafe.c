// A pointer into the block is kept over realloc, which may move it.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    int *first = &numbers[0];
    numbers = realloc(numbers, 200 * sizeof *numbers);
    *first = 2; //~ use-after-free
    free(numbers);
    return 0;
}
