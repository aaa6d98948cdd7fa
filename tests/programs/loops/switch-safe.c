// The header ends in a switch, behind a call.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), how = __VERIFIER_nondet_uint(), i = 0, odd = 0;
    if (n > 5)
        return 0;
    do {
        i++;
        nothing();
        switch (how) {
        case 0: continue;
        case 1: odd++; break;
        default: odd += 2;
        }
    } while (i < n);
    if (i > n && i > 1)
        reach_error();
    if (how == 1 && odd != i)
        reach_error();
    if (how == 0 && odd)
        reach_error();
    return 0;
}
