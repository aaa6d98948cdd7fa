// Pointer arithmetic by more than any object has bytes is undefined, whether the sum is used or not.
// input: 4611686018427387905
extern unsigned long __VERIFIER_nondet_ulong(void);

int a[4];

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
    int *p = a + n; //~ pointer-overflow
    p = a;
    p -= m; //~ pointer-overflow
    p = a;
    p = &a[n << 1]; //~ pointer-overflow
    return 0;
}
