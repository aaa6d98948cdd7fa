// A hash by compound assignments with unsigned numbers, which wrap.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned hash = 7;
    for (int i = 0; i < 7; i++) {
        hash *= 31;
        hash += __VERIFIER_nondet_uchar();
    }
    return hash == 0;
}
