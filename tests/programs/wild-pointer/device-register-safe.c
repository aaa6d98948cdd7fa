// The device is an object of the program; its address goes through an integer and comes back.
#include <stdint.h>

static unsigned device[4];

int main(void) {
    uintptr_t base = (uintptr_t)device;
    volatile unsigned *status = (volatile unsigned *)(base + 4);
    *status = 1;
    return (int)device[1] - 1;
}
