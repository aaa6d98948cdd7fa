// Two modes give different results.
#include <assert.h>
#include <fenv.h>

static double quotient(double left, double right, int mode) {
    fesetround(mode);
    double result = left / right;
    fesetround(FE_TONEAREST);
    return result;
}

int main(void) {
    assert(quotient(1, 3, FE_UPWARD) == quotient(1, 3, FE_DOWNWARD)); //~ assertion
    return 0;
}
