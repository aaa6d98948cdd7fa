// The result of malloc is not kept at all.
// property: valid-memtrack
#include <stdlib.h>

int main(void) {
    malloc(4); //~ memory-leak
    return 0;
}
