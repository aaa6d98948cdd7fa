// A number of 64 bits is doubled.
// input: 0x4000000000000000
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long n = __VERIFIER_nondet_long();
    long twice = n + n; //~ signed-overflow
    return twice == 0;
}
