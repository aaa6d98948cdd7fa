// More bytes than there are addresses: calloc returns null, whether or not allocations may fail.
#include <assert.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long count = __VERIFIER_nondet_ulong();
    if (count > 1ul << 61) {
        char *block = calloc(count, 16);
        assert(block); //~ assertion
        free(block);
    }
    return 0;
}
