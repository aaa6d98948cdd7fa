// The cases are thought to be all that there are.
// input: 3
extern unsigned __VERIFIER_nondet_uint(void);

static int quarter(unsigned angle) {
    switch (angle) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 4;
    default:
        __builtin_unreachable(); //~ unreachable-reached
    }
}

int main(void) {
    return quarter(__VERIFIER_nondet_uint() & 3) == 0;
}
