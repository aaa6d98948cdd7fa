// A hash by compound assignments with signed numbers.
// input: 255 255 255 255 255 255 255
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int hash = 7;
    for (int i = 0; i < 7; i++) {
        hash *= 31; //~ signed-overflow
        hash += __VERIFIER_nondet_uchar();
    }
    return hash == 0;
}
