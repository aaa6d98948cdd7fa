// A value that was never set does not decide where every value decides alike.
// options: --check-uninitialised
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x, n = __VERIFIER_nondet_int();
    int masked = n > 3 ? (x & 0) : n;
    if (masked == 0)
        return 1;
    if ((x | 1) == 0)
        return 2;
    if (x * 0)
        return 3;
    return 0;
}
