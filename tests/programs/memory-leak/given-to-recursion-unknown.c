// expect: unknown (depth)
// A block that is given to a function is not lost, also where that is one call too many.
#include <stdlib.h>

static int *one_more(int number) {
    int *more = malloc(sizeof *more);
    *more = number + 1;
    return more;
}

static int up(int *number) {
    int next = *number & 15;
    free(number);
    return up(one_more(next));
}

int main(void) { return up(one_more(0)); }
