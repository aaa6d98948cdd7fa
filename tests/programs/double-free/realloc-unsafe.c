// The block is freed by realloc when it moves; the old pointer is freed as well.
#include <stdlib.h>

int main(void) {
    int *old = malloc(4);
    int *new = realloc(old, 4000);
    free(old); //~ double-free
    free(new);
    return 0;
}
