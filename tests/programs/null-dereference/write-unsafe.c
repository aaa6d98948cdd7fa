// The result parameter is documented as optional, but the callee writes to it always.
// input: -5
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int parse(int raw, int *negative) {
    if (raw < 0) {
        *negative = 1; //~ null-dereference
        return 0;
    }
    return raw;
}

int main(void) {
    return parse(__VERIFIER_nondet_int(), NULL) < 0;
}
