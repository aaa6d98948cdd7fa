// A rate that depends on the input is still a number on each path.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

double rates[2] = {0.5, 0.25};

int main(void) {
    double rate = 1.0;
    int days = 10, kind = __VERIFIER_nondet_int();
    if (kind == 3) {
        rate = 1.5;
        days = 20;
        rates[1] = 0.125;
    }
    double cost = rate * days + rates[1];
    assert(cost == 10.25 || cost == 30.125);
    return 0;
}
