// An array of one element more than there are arguments.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 4;
    int values[count + 1];
    for (unsigned i = 0; i <= count; i++)
        values[i] = 1;
    return values[count] - 1;
}
