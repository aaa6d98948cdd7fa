// A length from outside is bounded by the smaller of the two blocks.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char source[16] = "fifteen letters", target[8] = "";
    unsigned char length = __VERIFIER_nondet_uchar();
    if (length > sizeof target)
        length = sizeof target;
    memcpy(target, source, length);
    return length > 0 && target[length - 1] != source[length - 1];
}
