// The sum is computed only where it fits.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b)
        return 1;
    int sum = a + b;
    return sum == 0;
}
