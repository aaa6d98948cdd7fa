// One division can go wrong in two ways: by zero, and by minus one.
// input: 5 0
// input: -2147483648 -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int quotient = a / b; //~ division-by-zero, signed-overflow
    return quotient == 3;
}
