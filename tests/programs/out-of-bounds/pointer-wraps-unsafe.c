// Pointer arithmetic by more than any object has bytes is undefined, whether the sum is used or not.
// input: 0 4611686018427387905
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int a[4];

int main(void) {
    int which = __VERIFIER_nondet_int();
    unsigned long n = __VERIFIER_nondet_ulong();
    int *p = a;
    switch (which) {
    case 0:
        p = p + n; //~ pointer-overflow
        break;
    case 1:
        p -= n; //~ pointer-overflow
        break;
    case 2:
        p = &p[n << 1]; //~ pointer-overflow
        break;
    }
    return 0;
}
