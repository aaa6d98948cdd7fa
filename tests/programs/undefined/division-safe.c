// property: unreach-call
// A division whose divisor is never zero is defined.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        return 1;
    long quotient = 7L / n;
    if (quotient > 7)
        reach_error();
    return 0;
}
