// A comparison by difference is wrong for numbers that are far apart.
// input: -2147483648 1
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b) {
    return a - b; //~ signed-overflow
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return compare(a, b) < 0;
}
