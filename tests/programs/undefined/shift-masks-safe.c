// property: valid-deref
// Whoever does not ask for shifts gets an amount modulo the width, as on the machine.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char table[8] = {0};
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount % 32 != 2)
        return 1;
    int minus = __VERIFIER_nondet_int();
    if (minus != -62)
        return 2;
    return table[1 << amount] + table[16u >> amount] + table[1ull << minus] + table[-1 >> amount & 7];
}
