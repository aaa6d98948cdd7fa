// property: valid-memsafety
// A pointer with one byte set: where it is still the block, that is freed twice, and elsewhere something else is freed.
#include <stdlib.h>

int main(void) {
    char *block = malloc(24);
    char *changed = block;
    ((unsigned char *)&changed)[1] = 0x5c;
    free(changed); //~ invalid-free
    free(block);
    return 0;
}
