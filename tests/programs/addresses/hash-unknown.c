// expect: unknown (addresses)
// A table that is filled at an index made of an address.
#include <assert.h>
#include <stdint.h>

int main(void) {
    int key = 0;
    char table[64] = {0};
    table[((uintptr_t)&key >> 4) % 64] = 1;
    assert(table[7] == 0);
    return 0;
}
