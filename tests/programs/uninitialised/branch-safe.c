// A variable is set on both branches; another is never set and never used.
// options: --check-uninitialised
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level, unused;
    if (__VERIFIER_nondet_int() > 3)
        level = 1;
    else
        level = 0;
    if (level == 0)
        return 1;
    return 2;
}
