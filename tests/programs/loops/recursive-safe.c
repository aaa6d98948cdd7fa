// A function that calls itself from the header of its own loop.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned walk(unsigned n, int level) {
    unsigned i = 0;
    do {
        i++;
        if (level > 0)
            walk(1, level - 1);
    } while (i < n);
    return i;
}

static unsigned count(unsigned n, int level) {
    unsigned i = 0, below = 1;
    do {
        i++;
        below = level == 0 || count(1, 0) == 1;
    } while (i < n && below);
    return i;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000)
        return 0;
    if (walk(n, 1) != n)
        reach_error();
    if (count(n, 1) != n)
        reach_error();
    return 0;
}
