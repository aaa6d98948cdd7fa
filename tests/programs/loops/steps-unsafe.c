// A counter that moves by three need not stop at the bound.
// input: 4
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 1000)
        return 0;
    while (i < n)
        i += 3;
    __VERIFIER_assert(i == n); //~ assertion
    return 0;
}
