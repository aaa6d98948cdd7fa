// A call in the header of a loop: the iteration does not end where the call returns.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    do {
        i++;
        nothing();
    } while (i < n);
    if (i > n && i > 1)
        reach_error();
    return 0;
}
