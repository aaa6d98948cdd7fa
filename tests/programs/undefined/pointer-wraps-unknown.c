// expect: unknown (undefined)
// property: valid-memsafety
// The sum wraps and points into the array again: what is behind it is not known.
extern unsigned long __VERIFIER_nondet_ulong(void);

int a[4];

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    int *p = a + n;
    if ((n & 0x3fffffffffffffff) < 4)
        return *p;
    return 0;
}
