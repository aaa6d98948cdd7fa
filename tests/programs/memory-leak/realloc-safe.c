// property: valid-memtrack
// options: --malloc-may-fail
// The result of realloc is tested before it replaces the old pointer.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p)
        return 1;
    char *larger = realloc(p, 8);
    if (larger)
        p = larger;
    free(p);
    return 0;
}
