// A fill of symbolic length with a symbolic byte.
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char block[5] = {9, 9, 9, 9, 9}, byte = __VERIFIER_nondet_uchar();
    unsigned length = __VERIFIER_nondet_uchar() % 6;
    memset(block, byte, length);
    for (unsigned i = 0; i < 5; i++)
        assert(block[i] == (i < length ? byte : 9));
    return 0;
}
