// expect: unknown (addresses)
// property: valid-memsafety
// A pointer with one byte set: where it is still the block, nothing is wrong.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(24);
    char *changed = (char *)(((uintptr_t)block & ~(uintptr_t)0xff00) | 0x5c00);
    free(changed); //~ invalid-free
    if (changed != block)
        free(block);
    return 0;
}
