// The mode is part of the environment, and a mode that does not exist is refused.
#include <assert.h>
#include <fenv.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    fenv_t kept;
    int mode = __VERIFIER_nondet_int();
    if (fesetround(mode)) {
        assert(fegetround() == FE_TONEAREST);
        return 0;
    }
    assert(fegetround() == mode);
    fegetenv(&kept);
    fesetenv(FE_DFL_ENV);
    assert(fegetround() == FE_TONEAREST);
    fesetenv(&kept);
    assert(fegetround() == mode);
    return 0;
}
