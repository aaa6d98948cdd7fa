// The copy fits if the source is short; the input decides where its terminator is.
// input: 4
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char source[8] = "abcdefg", target[4];
    source[__VERIFIER_nondet_uint() % 8] = 0;
    strcpy(target, source); //~ out-of-bounds
    return 0;
}
