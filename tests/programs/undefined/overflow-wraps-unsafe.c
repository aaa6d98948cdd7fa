// property: unreach-call
// input: 2147483647
// Whoever does not ask for overflow gets sums that wrap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0 && n + 1 < 0)
        reach_error(); //~ error-call
    return 0;
}
