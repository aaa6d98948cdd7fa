// expect: unknown (unsupported)
// What the system's functions give in other modes is not known.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    volatile double half = 0.5;
    double nearest = sin(half);
    fesetround(FE_UPWARD);
    assert(sin(half) == nearest);
    return 0;
}
