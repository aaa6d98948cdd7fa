// A narrow counter wraps around before it comes to its bound: the loop does not end, but the other counter
// overflows.
// input: 300
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), rounds = 2147483000;
    for (unsigned char i = 0; i < n; i++)
        rounds++; //~ signed-overflow
    return 0;
}
