// The last number of seconds that fits is allowed, and no more.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seconds = __VERIFIER_nondet_int();
    if (seconds < 0 || seconds > 2147483)
        return 0;
    int milliseconds = seconds * 1000;
    assert(milliseconds >= seconds);
    return 0;
}
