// A pointer is kept in two halves of 32 bits and put together again.
#include <stdint.h>

static int object = 3;

int main(void) {
    uint32_t low = (uint32_t)(uintptr_t)&object;
    uint32_t high = (uint32_t)((uintptr_t)&object >> 32);
    int *back = (int *)((uintptr_t)high << 32 | low);
    return *back - 3;
}
