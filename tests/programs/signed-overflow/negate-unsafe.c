// The absolute value of the smallest number does not exist.
// input: -2147483648
extern int __VERIFIER_nondet_int(void);

static int absolute(int n) {
    return n < 0 ? -n : n; //~ signed-overflow
}

int main(void) {
    return absolute(__VERIFIER_nondet_int()) < 0;
}
