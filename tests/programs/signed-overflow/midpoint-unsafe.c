// The middle of two indices by their sum, as in many a binary search.
// input: 2000000000 2000000001
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low)
        return 0;
    int middle = (low + high) / 2; //~ signed-overflow
    assert(low <= middle && middle <= high);
    return 0;
}
