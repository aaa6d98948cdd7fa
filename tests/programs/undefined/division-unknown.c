// expect: unknown (undefined: division-by-zero)
// property: unreach-call
// The call is behind a division by zero: nobody knows whether it is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int quotient = 7 / n;
    if (n == 0)
        reach_error();
    return quotient;
}
