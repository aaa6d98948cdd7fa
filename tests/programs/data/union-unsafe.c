// The sign of a number is taken from the wrong byte.
// input: 0x80
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    union {
        int number;
        signed char bytes[4];
    } view = {__VERIFIER_nondet_int()};
    if (view.number > 1000 || view.number < -1000)
        return 0;
    assert((view.bytes[0] < 0) == (view.number < 0)); //~ assertion
    return 0;
}
