// A pointer leaves the block of the variable that it points to.
// input: 1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int fallback = 0;
    int *p = &fallback;
    if (__VERIFIER_nondet_int() > 0) {
        int value = 5;
        p = &value;
    }
    return *p; //~ use-after-scope
}
