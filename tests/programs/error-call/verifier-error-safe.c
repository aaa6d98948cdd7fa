// Four inputs are too few to come to the fourth state and to look at it.
void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const unsigned char code[4] = {4, 2, 9, 1};
    int right = 0;
    for (int i = 0; i < 4; i++) {
        if (right == 4)
            __VERIFIER_error();
        right = __VERIFIER_nondet_uchar() == code[right] ? right + 1 : 0;
    }
    return 0;
}
