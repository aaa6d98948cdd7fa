// expect: unknown (depth)
// A recursion that the input never ends on one of its paths.
extern int __VERIFIER_nondet_int(void);

static int descend(int stop) {
    if (stop == 1)
        return 0;
    return descend(stop);
}

int main(void) {
    return descend(__VERIFIER_nondet_int());
}
