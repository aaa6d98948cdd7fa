// A signed number is compared with an unsigned one, and is converted.
// input: -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (n < 10)
        assert(n < limit); //~ assertion
    return 0;
}
