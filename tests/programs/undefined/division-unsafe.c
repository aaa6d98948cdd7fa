// property: unreach-call
// input: 3
// What is defined is explored as before: the call is reached with another divisor.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int quotient = 6 % n;
    if (n == 3 && quotient == 0)
        reach_error(); //~ error-call
    return 0;
}
