// A counter that stops at a bound never passes it.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        if (__VERIFIER_nondet_uint())
            i++;
        if (__VERIFIER_nondet_uint())
            continue;
    }
    if (i != n)
        reach_error();
    return 0;
}
