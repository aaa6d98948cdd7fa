// The divisor is tested in the type that it is used in; floating division by zero is defined.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char divisor = (unsigned char)__VERIFIER_nondet_int();
    if (divisor == 0)
        return 0;
    double infinite = 1.0 / 0.0;
    return 1000 / divisor > 1000 || infinite < 1.0;
}
