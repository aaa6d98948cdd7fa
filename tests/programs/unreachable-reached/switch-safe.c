// The cases are all that there are.
extern unsigned __VERIFIER_nondet_uint(void);

static int quarter(unsigned angle) {
    switch (angle) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 4;
    case 3:
        return 8;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    return quarter(__VERIFIER_nondet_uint() & 3) == 0;
}
