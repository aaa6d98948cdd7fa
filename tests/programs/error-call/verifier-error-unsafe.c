// A state machine reaches its error state after three right inputs.
// input: 4 2 9
void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const unsigned char code[3] = {4, 2, 9};
    int right = 0;
    for (int i = 0; i < 4; i++) {
        if (right == 3)
            __VERIFIER_error(); //~ error-call
        right = __VERIFIER_nondet_uchar() == code[right] ? right + 1 : 0;
    }
    return 0;
}
