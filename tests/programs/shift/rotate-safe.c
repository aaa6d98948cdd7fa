// The amounts of a rotation are masked, and rotating back gives the number.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned word, unsigned by) {
    return word << (by & 31) | word >> (-by & 31);
}

int main(void) {
    unsigned word = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint();
    assert(rotate(rotate(word, by), 32 - by % 32) == word);
    return 0;
}
