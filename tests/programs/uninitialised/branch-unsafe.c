// A variable is set on one branch only, and then decides.
// options: --check-uninitialised
// input: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level;
    if (__VERIFIER_nondet_int() > 3)
        level = 1;
    if (level == 0) //~ uninitialised
        return 1;
    return 2;
}
