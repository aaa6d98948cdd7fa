// The index is checked above only; it is signed.
// input: -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[8] = {0};
    int i = __VERIFIER_nondet_int();
    if (i >= 8)
        return 0;
    return table[i]; //~ out-of-bounds
}
