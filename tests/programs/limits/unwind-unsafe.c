// The error is found before the limit on the rounds of the loop comes into play.
// options: --unwind 5
// input: 2
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 3;
    int table[2] = {0, 0};
    for (unsigned i = 0; i <= n; i++)
        table[i] = 1; //~ out-of-bounds
    return 0;
}
