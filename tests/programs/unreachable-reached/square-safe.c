// A square is never two modulo four.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    if (n * n % 4 == 2)
        __builtin_unreachable();
    return 0;
}
