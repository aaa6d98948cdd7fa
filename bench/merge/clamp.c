/* Readings are brought into a range before they are added up. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int main(void) {
    int sum = 0, last = 0;
    for (int i = 0; i < 10; i++) {
        last = clamp(__VERIFIER_nondet_int(), -50, 50);
        sum += last;
    }
    assert(last >= -50 && last <= 50);
    assert(sum >= -500 && sum <= 500);
    return 0;
}
