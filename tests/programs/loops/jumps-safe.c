// A loop of jumps, which is entered in the middle as well, with calls where it begins.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, k = 0;
again:
    i++;
    nothing();
    if (i == 1000)
        goto out;
    if (i < n)
        goto again;
out:
    if (i > n && i > 1)
        reach_error();
    if (i > 1000)
        reach_error();
    i = 0;
    if (n > 5)
        goto middle;
    do {
        i++;
        nothing();
    middle:
        k++;
    } while (k < 6);
    if (n > 5 ? i != 5 : i != 6)
        reach_error();
    return 0;
}
