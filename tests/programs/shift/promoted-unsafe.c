// A char is promoted to int, which has 32 bits and not 64.
// input: 8
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = 1, index = __VERIFIER_nondet_uchar() % 16;
    unsigned long mask = (unsigned)byte << (index * 4); //~ shift
    return mask == 0;
}
