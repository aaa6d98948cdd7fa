// Two unsigned shorts are promoted to int, and their product does not fit.
// input: 65535 65535
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    unsigned product = a * b; //~ signed-overflow
    return product == 1;
}
