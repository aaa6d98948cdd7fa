// Some of the unknown indices are in range only after the product has wrapped.
// input: 4611686018427387905
extern unsigned long __VERIFIER_nondet_ulong(void);

int a[4];

int main(void) {
    unsigned long i = __VERIFIER_nondet_ulong();
    if ((i & 0x3fffffffffffffff) < 4)
        return a[i]; //~ out-of-bounds
    return 0;
}
