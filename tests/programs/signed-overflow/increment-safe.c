// A small type is increased: the sum is an int, and its conversion back may wrap.
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short counter = __VERIFIER_nondet_short();
    counter++;
    signed char byte = 127;
    byte++;
    return byte != -128;
}
