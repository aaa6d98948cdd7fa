// Float operations round in the mode that is set.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    volatile double one = 1, three = 3, tenth = 0.1;
    volatile float small = 0.1f;
    assert(fegetround() == FE_TONEAREST);
    double nearest = one / three;
    assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
    double up = one / three, sum = one + 0x1p-60;
    assert(sqrt(three) > 1.7320508075688772 && rint(tenth) == 1 && lrint(-tenth) == 0);
    assert(fesetround(FE_DOWNWARD) == 0 && fegetround() == FE_DOWNWARD);
    double down = one / three, difference = one - one;
    assert(signbit(difference) && rint(tenth) == 0 && lrint(-tenth) == -1);
    assert((float)tenth < small && -(float)-tenth == small);
    assert(fesetround(FE_TOWARDZERO) == 0);
    assert(one / three == down && -one / three == -down && sqrt(three) < 1.7320508075688775);
    fesetround(FE_TONEAREST);
    assert(down < up && nearest == down && sum == 1 + 0x1p-52);
    assert((float)16777217 == 16777216.0f);
    return 0;
}
