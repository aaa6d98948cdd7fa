// Two accesses are wrong, each for another input.
// input: 1 4
// input: 0 -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int values[4] = {1, 2, 3, 4};
    int write = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (i < -1 || i > 4)
        return 0;
    if (write) {
        if (i >= 0)
            values[i] = 0; //~ out-of-bounds
    } else if (i < 4) {
        return values[i]; //~ out-of-bounds
    }
    return 0;
}
