// A block of symbolic size, filled with a symbolic length that may be greater by one.
// input: 4 5 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    __VERIFIER_assume(0 < size && size <= 1 << 28);
    __VERIFIER_assume(length <= size + 1);
    unsigned char *block = malloc(size);
    memset(block, 1, length); //~ out-of-bounds
    unsigned at = __VERIFIER_nondet_uint();
    __VERIFIER_assume(at < length);
    assert(block[at] == 1);
    free(block);
    return 0;
}
