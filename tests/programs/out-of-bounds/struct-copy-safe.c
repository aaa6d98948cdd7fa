// A structure is assigned from the last element of an array of them.
#include <stdlib.h>

struct large {
    int a, b, c;
};

int main(void) {
    struct large *many = calloc(3, sizeof *many);
    many[2].b = 4;
    struct large copy = many[2];
    free(many);
    return copy.b - 4;
}
