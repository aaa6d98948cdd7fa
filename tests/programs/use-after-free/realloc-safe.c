// The position is kept over realloc as an index.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    int first = 0;
    numbers = realloc(numbers, 200 * sizeof *numbers);
    numbers[first]++;
    int result = numbers[first];
    free(numbers);
    return result - 2;
}
