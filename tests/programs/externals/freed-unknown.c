// expect: unknown (unsupported)
// A function without a body may free what it is given.
#include <stdlib.h>
void destroy(int *block);

int main(void) {
    int *block = malloc(sizeof *block);
    if (block)
        destroy(block);
    return 0;
}
