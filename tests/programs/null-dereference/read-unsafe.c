// A null pointer is read for exactly one value of the input.
// input: 7
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = 1;
    int *p = &value;
    if (__VERIFIER_nondet_int() == 7)
        p = 0;
    return *p; //~ null-dereference
}
