// The caller asks whether the result was set.
// options: --check-uninitialised
extern int __VERIFIER_nondet_int(void);

static int half(int n, int *result) {
    if (n < 0)
        return 0;
    *result = n / 2;
    return 1;
}

int main(void) {
    int result;
    if (!half(__VERIFIER_nondet_int(), &result))
        return 0;
    if (result != 0)
        return 1;
    return 2;
}
