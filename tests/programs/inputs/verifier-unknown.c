// expect: unknown (unsupported: the function '__VERIFIER_nondet_bytes')
// An intrinsic that is given something is none that only returns something.
void __VERIFIER_nondet_bytes(void *to, unsigned long size);

int main(void) {
    int number = 1;
    __VERIFIER_nondet_bytes(&number, sizeof number);
    return number == 1;
}
