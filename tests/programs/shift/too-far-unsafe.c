// The mask of the n lowest bits, where n may be the width itself.
// input: 32
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    unsigned mask = (1u << n) - 1; //~ shift
    return mask == 5;
}
