// A handle is either a small number with the lowest bit set or a pointer to an aligned object, and the bit is tested.
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

static long object;

static uintptr_t handle(unsigned number) {
    return number == 0 ? (uintptr_t)&object : (uintptr_t)number * 2 + 1;
}

int main(void) {
    uintptr_t h = handle(__VERIFIER_nondet_uint());
    if (h & 1)
        return 0;
    return (int)*(long *)h;
}
