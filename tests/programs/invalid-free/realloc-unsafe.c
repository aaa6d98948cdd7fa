// realloc is given an array of the stack.
#include <stdlib.h>

int main(void) {
    int start[2] = {1, 2};
    int *p = start;
    p = realloc(p, 16); //~ invalid-free
    free(p);
    return 0;
}
