// The check of the index allows exactly the elements.
extern unsigned __VERIFIER_nondet_uint(void);

static int table[8];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 8)
        return 0;
    return table[i];
}
