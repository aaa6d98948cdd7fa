// The variable is declared where the pointer is.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int fallback = 0, value = 0;
    int *p = &fallback;
    if (__VERIFIER_nondet_int() > 0) {
        value = 5;
        p = &value;
    }
    return *p;
}
