// The error is reached when the two halves of the input are equal and not zero.
// input: 0x00070007
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned word = __VERIFIER_nondet_uint();
    unsigned low = word & 0xffff, high = word >> 16;
    if (low == high && low != 0)
        reach_error(); //~ error-call
    return 0;
}
