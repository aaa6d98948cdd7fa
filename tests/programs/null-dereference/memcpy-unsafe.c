// memcpy is given a null source and a length that is not zero.
// input: 0
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int source = 1, target = 0;
    int *from = __VERIFIER_nondet_int() ? &source : 0;
    memcpy(&target, from, sizeof target); //~ null-dereference
    return target;
}
