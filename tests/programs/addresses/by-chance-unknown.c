// expect: unknown (addresses)
// A number from a range in which an object happens to lie.
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

static char object[4096];

int main(void) {
    unsigned long number = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(number >= (uintptr_t)object && number < (uintptr_t)object + 8);
    *(char *)number = 1;
    return 0;
}
