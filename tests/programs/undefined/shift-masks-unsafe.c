// property: valid-deref
// input: 35
// The amount is 3 after all, and the index 8.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char table[8] = {0};
    int amount = __VERIFIER_nondet_int();
    if (amount != 35)
        return 1;
    return table[1 << amount]; //~ out-of-bounds
}
