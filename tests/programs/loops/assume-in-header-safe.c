// Assumptions and assertions in the header, behind a call.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i = 0;
    if (n > 1000000)
        return 0;
    do {
        nothing();
        __VERIFIER_assume(i < m);
        i++;
        nothing();
        __VERIFIER_assert(i <= m);
    } while (i < n);
    if (i > n && i > 1)
        reach_error();
    return 0;
}
