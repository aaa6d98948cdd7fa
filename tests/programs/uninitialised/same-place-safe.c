// What is read was written just where the branch asks for it.
// options: --check-uninitialised
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4];
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    a[i] = 1;
    int x = a[j];
    if (i == j)
        if (x)
            return 1;
    return 0;
}
