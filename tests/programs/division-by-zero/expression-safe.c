// The divisor is an expression that is odd and so never zero.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    return 100 / (n * 4 - 51) == 1;
}
