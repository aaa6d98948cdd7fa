// A handle is either a small number with the lowest bit set or a pointer; the small number is dereferenced.
// input: 300000000
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char object;

static uintptr_t handle(unsigned number) {
    return number == 0 ? (uintptr_t)&object : (uintptr_t)number * 2 + 1;
}

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number != 0 && number != 300000000)
        return 0;
    uintptr_t h = handle(number);
    return *(char *)h; //~ wild-pointer
}
