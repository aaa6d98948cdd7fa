// The product of two numbers of 64 bits has room in 128.
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_long();
    __int128 sum = a * 4 + a;
    assert((sum < 0) == (a < 0));
    return 0;
}
