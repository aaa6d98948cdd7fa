// How many inputs there are depends on inputs: each finding is shown by its own.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_int() > 0) {
            int step = __VERIFIER_nondet_int();
            if (step >= 0 && step < 10)
                sum += step;
        }
    }
    assert(sum != 31); //~ assertion
    assert(sum <= 36);
    return 0;
}
