// The literal has seven bytes with its terminator; the eighth is read.
// input: 7
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *days = "MTWTFS";
    int day = __VERIFIER_nondet_int();
    if (day < 0 || day > 7)
        return 0;
    return days[day]; //~ out-of-bounds
}
