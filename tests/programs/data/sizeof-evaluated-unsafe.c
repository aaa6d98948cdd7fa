// The operand of sizeof is evaluated if its type is that of a variable array: also what goes wrong in it.
// input: 2
// input: 3
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m = __VERIFIER_nondet_int(), n = 0;
    if (m < 1 || m > 3)
        return 0;
    int v[2][m];
    int s = sizeof v[n++];
    int(**q)[m] = 0;
    if (m == 3 && sizeof **q == 12) //~ null-dereference
        return 0;
    return s / (n - 1); //~ division-by-zero
}
