// The callee sets its result only when it succeeds, and the caller does not ask.
// options: --check-uninitialised
// input: -1
extern int __VERIFIER_nondet_int(void);

static int half(int n, int *result) {
    if (n < 0)
        return 0;
    *result = n / 2;
    return 1;
}

int main(void) {
    int result;
    half(__VERIFIER_nondet_int(), &result);
    if (result != 0) //~ uninitialised
        return 1;
    return 2;
}
