// A rotation by zero shifts the other half by the whole width.
// input: 7 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned word = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint() % 32;
    unsigned rotated = word << by | word >> (32 - by); //~ shift
    return rotated == 1;
}
