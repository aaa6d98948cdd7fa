// A remainder by ten is between -9 and 9 and has the sign of the number.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    int digit = number % 10;
    assert(digit > -10 && digit < 10);
    assert(number >= 0 ? digit >= 0 : digit <= 0);
    return 0;
}
