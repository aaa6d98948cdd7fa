// The greatest common divisor by a loop that tests its condition too late.
// input: 4 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar() % 8, b = __VERIFIER_nondet_uchar() % 8;
    do {
        unsigned char rest = a % b; //~ division-by-zero
        a = b;
        b = rest;
    } while (b != 0);
    return a;
}
