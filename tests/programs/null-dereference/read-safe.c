// The pointer is null for one value of the input, and a check stands before the read.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = 1;
    int *p = &value;
    if (__VERIFIER_nondet_int() == 7)
        p = 0;
    return p ? *p : 0;
}
