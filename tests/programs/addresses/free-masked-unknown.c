// expect: unknown (addresses)
// Masking more bits than the alignment leaves: whether that is the block, its address says; here it is not.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(64);
    block = realloc((char *)((uintptr_t)block & ~(uintptr_t)31), 10); //~ invalid-free
    free(block);
    return 0;
}
