// A block of symbolic size, filled with a symbolic length that is not greater.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size <= 1 << 28);
    __VERIFIER_assume(length <= size);
    unsigned char *block = malloc(size);
    memset(block, 1, length);
    unsigned at = __VERIFIER_nondet_uint();
    __VERIFIER_assume(at < length);
    assert(block[at] == 1);
    free(block);
    return 0;
}
