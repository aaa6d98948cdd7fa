// memcpy is called only with a source that is there.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int source = 1, target = 0;
    int *from = __VERIFIER_nondet_int() ? &source : 0;
    if (from)
        memcpy(&target, from, sizeof target);
    return target;
}
