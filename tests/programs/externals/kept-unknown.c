// expect: unknown (unsupported)
// A block may be freed also by a function that says it does not write to it.
#include <stdlib.h>
void destroy(const void *block);

int main(void) {
    int *block = malloc(sizeof *block);
    if (block)
        destroy(block);
    return 0;
}
