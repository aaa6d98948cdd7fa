// expect: unknown (undefined)
// property: unreach-call
// An access out of bounds, of which nobody asked.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int a[4];

int main(void) {
    unsigned long i = __VERIFIER_nondet_ulong();
    if ((i & 0x3fffffffffffffff) < 4)
        a[i] = 1;
    if (a[0] > 1)
        reach_error();
    return 0;
}
