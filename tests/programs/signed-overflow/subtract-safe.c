// A comparison by two tests has no overflow and is right.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b) {
    return (a > b) - (a < b);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert((compare(a, b) < 0) == (a < b));
    return 0;
}
