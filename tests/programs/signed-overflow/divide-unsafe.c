// The quotient of the smallest number by minus one does not fit.
// input: -2147483648 -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    return a / b == 3; //~ signed-overflow
}
