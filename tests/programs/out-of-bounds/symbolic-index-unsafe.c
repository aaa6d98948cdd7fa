// The check of the index allows the length itself.
// input: 8
extern unsigned __VERIFIER_nondet_uint(void);

static int table[8];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 8)
        return 0;
    return table[i]; //~ out-of-bounds
}
