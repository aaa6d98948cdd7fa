// expect: unknown (undefined: bad-call)
// property: unreach-call
// What comes after a call through null is not known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one(void) {
    return 1;
}

int main(void) {
    int (*function)(void) = __VERIFIER_nondet_int() ? one : 0;
    if (function() == 2)
        reach_error();
    return 0;
}
