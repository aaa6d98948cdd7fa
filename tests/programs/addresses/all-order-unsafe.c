// property: unreach-call
// Whichever of two objects comes first, one of the calls is made, with the input that it takes.
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int one, two;

int main(void) {
    int input = __VERIFIER_nondet_int();
    int before = (uintptr_t)&one < (uintptr_t)&two;
    if (input == 7) {
        if (before)
            reach_error(); //~ error-call
        else
            reach_error();
    }
    return 0;
}
