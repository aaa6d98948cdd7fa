// expect: unknown (undefined: unreachable-reached)
// property: valid-memsafety
// The program promised not to come here.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[2] = {0}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1)
        __builtin_unreachable();
    return table[n];
}
