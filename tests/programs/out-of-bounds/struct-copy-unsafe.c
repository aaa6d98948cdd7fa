// A structure is assigned from a block that has room for a smaller one.
#include <stdlib.h>

struct small {
    int a;
};

struct large {
    int a, b, c;
};

int main(void) {
    struct small *small = calloc(1, sizeof *small);
    struct large copy;
    copy = *(struct large *)small; //~ out-of-bounds
    free(small);
    return copy.a;
}
