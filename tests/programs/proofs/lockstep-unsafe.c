// The ratio breaks in the tenth iteration.
// options: --unwind 12
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int())
        if (x < 1000000) {
            x++;
            y += x == 10 ? 3 : 2;
        }
    if (y != 2 * x)
        reach_error(); //~ error-call
    return 0;
}
// input: 1 1 1 1 1 1 1 1 1 1 0
