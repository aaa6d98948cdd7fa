// The byte is made wide enough before it is shifted.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = 1, index = __VERIFIER_nondet_uchar() % 16;
    unsigned long mask = (unsigned long)byte << (index * 4);
    return mask == 0;
}
