// A pointer one past the end may be formed and compared, and stepped back from.
#include <stdlib.h>

int main(void) {
    char *block = calloc(8, 1);
    char *end = block + 8;
    int sum = 0;
    for (char *at = block; at != end; at++)
        sum += *at;
    sum += end[-1];
    free(block);
    return sum;
}
