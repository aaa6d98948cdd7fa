// A square is thought to be never two modulo seven.
// input: 3
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    if (n * n % 7 == 2)
        __builtin_unreachable(); //~ unreachable-reached
    return 0;
}
