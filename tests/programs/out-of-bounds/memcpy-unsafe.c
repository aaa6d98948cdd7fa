// A length from outside is bounded by the source, not by the target.
// input: 9
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char source[16] = "fifteen letters", target[8];
    unsigned char length = __VERIFIER_nondet_uchar();
    if (length > sizeof source)
        return 0;
    memcpy(target, source, length); //~ out-of-bounds
    return 0;
}
