// A function without a body that does not return does not return here either.
#include <assert.h>
#include <err.h>
int __VERIFIER_nondet_int(void);

static int positive(int number) {
    if (number <= 0)
        errx(1, "%d is not positive", number);
    return number;
}

int main(void) {
    assert(positive(__VERIFIER_nondet_int()) > 0);
    return 0;
}
