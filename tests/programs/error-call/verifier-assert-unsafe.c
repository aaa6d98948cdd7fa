// The usual check function of verification tasks: the error is called in its body.
// input: 3
void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void check(int condition) {
    if (!condition)
        reach_error(); //~ error-call
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    check(sum != 6);
    return 0;
}
