// An array of as many elements as there are arguments, which may be none.
// input: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 4;
    int values[count]; //~ array-length
    for (unsigned i = 0; i < count; i++)
        values[i] = 1;
    return count ? values[count - 1] - 1 : 0;
}
