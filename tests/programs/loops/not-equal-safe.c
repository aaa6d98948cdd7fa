// By steps of two from zero no odd number is met.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i != n; i += 2)
        __VERIFIER_assert((i & 1) == 0);
    __VERIFIER_assert((n & 1) == 0);
    return 0;
}
