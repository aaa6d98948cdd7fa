// The last element of a variable length array is taken to be at its length.
// input: 2
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    char flags[n];
    for (int i = 0; i < n; i++)
        flags[i] = 0;
    flags[n] = 1; //~ out-of-bounds
    return flags[0];
}
