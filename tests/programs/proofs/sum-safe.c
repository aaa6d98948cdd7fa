// A sum grows by the same value in each iteration.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0, i = 1;
    if (n < 0 || n > 1000)
        return 0;
    for (; i <= n; i++)
        sum += 2;
    if (sum != 2 * n)
        reach_error();
    return 0;
}
