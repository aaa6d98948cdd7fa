// expect: unknown (addresses)
// property: unreach-call
// The second call is behind an assumption: where that does not hold, nothing is wrong.
#include <stdint.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int one, two;

int main(void) {
    int input = __VERIFIER_nondet_int();
    int before = (uintptr_t)&one < (uintptr_t)&two;
    if (input == 7) {
        if (before)
            reach_error(); //~ error-call
        __VERIFIER_assume(before);
        reach_error();
    }
    return 0;
}
