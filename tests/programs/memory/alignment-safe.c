// A pointer is rounded up to a multiple of sixteen by arithmetic on its number.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(64);
    uintptr_t number = ((uintptr_t)block + 15) & ~(uintptr_t)15;
    char *aligned = (char *)number;
    assert((uintptr_t)aligned % 16 == 0);
    assert(aligned >= block && aligned < block + 16);
    aligned[0] = 1;
    aligned[31] = 2;
    free(block);
    return 0;
}
