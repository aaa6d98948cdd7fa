// The average of no numbers.
// input: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 4, total = 0;
    for (unsigned i = 0; i < count; i++)
        total += 10;
    return total / count == 10; //~ division-by-zero
}
