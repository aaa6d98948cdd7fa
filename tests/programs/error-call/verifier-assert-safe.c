// The sum of the first numbers has a closed form.
void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    check(2 * sum == n * (n + 1));
    return 0;
}
