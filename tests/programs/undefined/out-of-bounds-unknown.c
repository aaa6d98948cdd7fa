// expect: unknown (undefined: out-of-bounds)
// property: no-overflow
// The write may hit the counter.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int table[4] = {0}, count = 0;
    table[__VERIFIER_nondet_uchar()] = 2147483647;
    return count + 1 + table[0] % 2;
}
