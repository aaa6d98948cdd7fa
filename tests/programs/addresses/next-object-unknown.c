// expect: unknown (addresses)
// A step from one object that ends in another, written so that the first is lost from sight.
#include <stdint.h>

static int one[4], two[4];

int main(void) {
    two[0] = 1;
    uintptr_t address = (uintptr_t)one;
    int *other = (int *)~(~address - 32);
    *other = 7;
    return one[0];
}
