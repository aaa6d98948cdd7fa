// A call in the header of a loop: what is wrong comes about after many iterations.
// input: 5000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    do {
        i++;
        nothing();
    } while (i < n);
    if (i >= n && i > 4000)
        reach_error(); //~ error-call
    return 0;
}
