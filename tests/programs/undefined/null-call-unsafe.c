// property: valid-memsafety
// input: 0
// A call through a null pointer is an invalid access.
extern int __VERIFIER_nondet_int(void);

static int one(void) {
    return 1;
}

int main(void) {
    int (*function)(void) = __VERIFIER_nondet_int() ? one : 0;
    return function(); //~ bad-call
}
