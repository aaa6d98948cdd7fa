// The terminator of a literal may be read: it belongs to the array.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *days = "MTWTFS";
    int day = __VERIFIER_nondet_int();
    if (day < 0 || day > 6)
        return 0;
    return days[day];
}
