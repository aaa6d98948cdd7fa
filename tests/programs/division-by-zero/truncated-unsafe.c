// The divisor is not zero as an int, but it is as a char.
// input: 256
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        return 0;
    unsigned char divisor = (unsigned char)n;
    return 1000 / divisor == 3; //~ division-by-zero
}
