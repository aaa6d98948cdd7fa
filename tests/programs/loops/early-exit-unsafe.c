// A loop with two ways out: the second one says how many rounds were made.
// input: 90 40
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), stop = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        if (i == stop)
            break;
        i++;
    }
    __VERIFIER_assert(i == n || i == stop);
    __VERIFIER_assert(i == n); //~ assertion
    return 0;
}
