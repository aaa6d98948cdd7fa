// A global is freed.
#include <stdlib.h>

static int counters[4];

int main(void) {
    int *p = counters;
    free(p); //~ invalid-free
    return 0;
}
