/* Blocks of symbolic size, filled and copied with symbolic lengths, read at a symbolic offset. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BOUND
#define BOUND (1 << 20)
#endif

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    unsigned at = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size <= BOUND);
    __VERIFIER_assume(length <= size);
    __VERIFIER_assume(at < size);
    unsigned char *from = malloc(size), *to = malloc(size);
    if (!from || !to)
        abort();
    memset(from, 1, size);
    memset(to, 2, size);
    memcpy(to, from, length);
    assert(to[at] == 2 - (at < length));
    free(from);
    free(to);
    return 0;
}
