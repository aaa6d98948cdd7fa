// A finding that does not depend on addresses stays one, beside one that does.
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int() == 7)
        reach_error(); //~ error-call
    return ((uintptr_t)&x & 0x10) != 0;
}
