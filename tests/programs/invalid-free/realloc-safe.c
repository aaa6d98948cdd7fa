// realloc of a null pointer is malloc.
#include <stdlib.h>

int main(void) {
    int *p = NULL;
    p = realloc(p, 16);
    p[3] = 1;
    free(p);
    return 0;
}
