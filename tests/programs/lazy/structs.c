// options: --function sum --check-uninitialised
// A struct by value, a field of it that is an array, and a truth value.
#include <assert.h>
struct bits {
    unsigned low : 3, high : 5;
};
struct all {
    short small[2];
    struct bits bits;
    _Bool truth;
    struct all *more;
};

int sum(struct all all) {
    if (all.more && all.more->truth)
        assert(all.more->truth == 1);
    return all.small[1] + all.bits.low + all.truth;
}
