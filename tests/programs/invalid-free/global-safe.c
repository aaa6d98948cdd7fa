// A global holds a pointer to the heap, which may be freed.
#include <stdlib.h>

static int *counters;

int main(void) {
    counters = calloc(4, sizeof *counters);
    int first = counters[0];
    free(counters);
    counters = NULL;
    return first;
}
