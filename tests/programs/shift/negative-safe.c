// The direction of the shift is chosen by the sign of the difference.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int position = __VERIFIER_nondet_int();
    if (position < 0 || position > 20)
        return 0;
    int by = position - 4;
    return (by < 0 ? 0x1234 << -by : 0x1234 >> by) == 1;
}
