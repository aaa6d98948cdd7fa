// What is read was written at another place.
// options: --check-uninitialised
// input: 0 1
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4];
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    a[i] = 1;
    int x = a[j];
    if (i <= j)
        if (x) //~ uninitialised
            return 1;
    return 0;
}
