// A shift to the right by a difference that may be negative.
// input: 3
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int position = __VERIFIER_nondet_int();
    if (position < 0 || position > 20)
        return 0;
    return 0x1234 >> (position - 4) == 1; //~ shift
}
