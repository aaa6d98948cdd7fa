// expect: unknown (addresses)
// property: valid-deref
// A pointer with one byte set may lie in an object that says whether what comes next is wrong.
#include <stdint.h>
#include <stdlib.h>

static char other;

int main(void) {
    char *block = malloc(24);
    char *changed = (char *)(((uintptr_t)block & ~(uintptr_t)0xff0000000000) | 0x5c0000000000);
    *changed = 1; //~ wild-pointer
    free(block);
    return other ? 0 : block[0];
}
