// The operands of && stand in the wrong order: the table is read before the index is tested.
// input: 4
extern unsigned __VERIFIER_nondet_uint(void);

static const char known[4] = {1, 0, 1, 0};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 10)
        return 0;
    if (known[i] && i < 4) //~ out-of-bounds
        return 1;
    return 0;
}
