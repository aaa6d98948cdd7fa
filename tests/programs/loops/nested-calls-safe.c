// Loops within loops whose headers begin at the same place, with calls there.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void nothing(void) {}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0, k = 0;
    if (n > 1000000)
        return 0;
    do {
        do {
            j++;
            nothing();
        } while (j < 3);
        i++;
        nothing();
    } while (i < n);
    if (i > n && i > 1)
        reach_error();
    if (j != i + 2)
        reach_error();
    do {
        k++;
        nothing();
        for (i = 0; i < 2; i++)
            nothing();
    } while (k < n);
    if (k > n && k > 1)
        reach_error();
    return 0;
}
