// Where gcc counts otherwise: it computes some expressions without a jump, a jump to an address has no outcomes, it
// leaves out conditions on which nothing depends, takes the operator of a long assignment for a part of its first
// line, and counts functions that nobody uses.
int __VERIFIER_nondet_int(void);

static int used_by_nobody(int n) { // gcov: unused code
    return n + 1; // gcov: unused code
}

static int jump(int n) {
    static const void *const labels[] = {&&even, &&odd};
    goto *labels[n & 1]; // gcov: no branches
even:
    return 2;
odd:
    return 1;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int smaller = a < b ? a : b; // gcov: no branches
    int larger = a > b ? a : b; // gcov: no branches
    int sum; // a declaration is no code
    if (a > 100 || a < -100 || b > 100 || b < -100)
        return 0;
    int size = a >= 0 ? a : -a; // gcov: no branches
    sum = smaller // gcov: code
        + larger; // gcov: no code
    if (a) // gcov: no code
        ;
    return sum + size + jump(a) == 0;
}
