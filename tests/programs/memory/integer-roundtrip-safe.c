// Pointers are kept as integers, in a byte array too, and come back.
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int cells[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    uintptr_t number = (uintptr_t)&cells[i];
    assert(*(int *)number == (int)i + 1);
    assert(number - (uintptr_t)cells == i * sizeof(int));
    unsigned char bytes[sizeof(int *)];
    int *p = &cells[i], *back;
    for (unsigned at = 0; at < sizeof p; at++)
        bytes[at] = ((unsigned char *)&p)[at];
    memcpy(&back, bytes, sizeof back);
    *back = 0;
    assert(cells[i] == 0);
    return 0;
}
