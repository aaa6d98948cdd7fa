// expect: unknown (unsupported)
// A compiler may compute this before the mode is set.
#include <assert.h>
#include <fenv.h>

int main(void) {
    fesetround(FE_UPWARD);
    double third = 1.0 / 3.0;
    fesetround(FE_TONEAREST);
    assert(third <= 0.33333333333333331);
    return 0;
}
