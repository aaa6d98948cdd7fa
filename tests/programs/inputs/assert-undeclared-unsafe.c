// Without its header, assert is a call, and means the same.
// input: 3
int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    assert(number != 3); //~ assertion
    return 0;
}
