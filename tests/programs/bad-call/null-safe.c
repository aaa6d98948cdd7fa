// A handler that was not set is not called.
extern unsigned __VERIFIER_nondet_uint(void);

static int one(void) {
    return 1;
}

static int two(void) {
    return 2;
}

int main(void) {
    int (*handlers[3])(void) = {one, two};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    return handlers[i] ? handlers[i]() > 2 : 0;
}
