// expect: unknown (addresses)
// A pointer is kept in 16 bits: what comes back is not null and points nowhere.
#include <stdint.h>

static int object;

int main(void) {
    uint16_t kept = (uint16_t)((uintptr_t)&object | 1);
    char *back = (char *)(uintptr_t)(kept | 0x7000000000000000ul);
    return *back; //~ wild-pointer
}
