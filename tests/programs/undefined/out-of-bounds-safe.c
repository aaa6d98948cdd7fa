// property: no-overflow
// An access that is always inside cuts nothing off.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int table[4] = {0}, count = 0;
    table[__VERIFIER_nondet_uchar() % 4] = 1;
    return count + 1 + table[0] % 2;
}
