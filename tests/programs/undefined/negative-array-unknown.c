// expect: unknown (undefined: array-length)
// property: valid-memsafety
// An array of negative length has no meaning.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10)
        return 1;
    char row[n];
    if (n > 0)
        row[n - 1] = 0;
    return 0;
}
