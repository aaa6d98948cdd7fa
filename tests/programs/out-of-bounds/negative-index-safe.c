// One comparison of unsigned numbers checks both bounds.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[8] = {0};
    int i = __VERIFIER_nondet_int();
    if ((unsigned)i >= 8)
        return 0;
    return table[i];
}
