// Loops with break and continue, and a comma in the head.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned skip = __VERIFIER_nondet_uint() % 6, stop = __VERIFIER_nondet_uint() % 6, sum = 0, i, k;
    for (i = 0, k = 5; i < 6; i++, k--) {
        if (i == skip)
            continue;
        if (i == stop)
            break;
        sum += i + k;
    }
    assert(sum == (skip < stop ? 5 * (stop - 1) : skip > stop ? 5 * stop : 25));
    return 0;
}
