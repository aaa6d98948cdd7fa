// expect: unknown (unsupported)
// A weak symbol that nobody defines has no address.
#include <assert.h>
extern int missing __attribute__((weak));
extern void hook(void) __attribute__((weak));

int main(void) {
    if (hook)
        hook();
    assert(&missing != 0);
    return 0;
}
