// A variable length array is filled from its last element to its first.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    char flags[n];
    for (int i = n; i-- > 0;)
        flags[i] = (char)i;
    return flags[n - 1] - (n - 1);
}
