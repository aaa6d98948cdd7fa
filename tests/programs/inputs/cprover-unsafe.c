// Two calls of an input function of the CBMC dialect give two values.
// input: 1 2
#include <assert.h>
int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int();
    assert(a == b); //~ assertion
    return 0;
}
