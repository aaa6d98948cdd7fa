// It holds for every input.
int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    assert((number & 1) < 2);
    return 0;
}
