// property: valid-memtrack
// options: --malloc-may-fail
// A failed realloc returns null and keeps the old block, whose pointer is overwritten.
// input: 1 0
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p)
        return 1;
    p = realloc(p, 8); //~ memory-leak
    free(p);
    return 0;
}
