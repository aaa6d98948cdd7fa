// expect: unknown (addresses)
// A number from outside that happens to be the address of an object.
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int object = 0;
    uintptr_t number = __VERIFIER_nondet_ulong();
    if (number != (uintptr_t)&object)
        return 0;
    *(int *)number = 1;
    return object - 1;
}
