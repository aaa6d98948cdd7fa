// No number is equal to its halves put together in the other order, unless they are equal.
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned word = __VERIFIER_nondet_uint();
    unsigned low = word & 0xffff, high = word >> 16;
    unsigned turned = low << 16 | high;
    if (turned == word && low != high)
        reach_error();
    return 0;
}
