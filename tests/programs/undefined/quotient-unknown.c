// expect: unknown (undefined: signed-overflow)
// property: unreach-call
// The quotient of the smallest number and -1 does not wrap: processors trap.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 1;
    int quotient = a / b;
    if (b == -1 && a == INT_MIN)
        reach_error();
    return quotient > 0;
}
