// A counter that functions are given by its address, in the header.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void step(unsigned *p) { *p += 1; }
static int is_below(const unsigned *p, unsigned n) { return *p < n; }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, k = 0;
    do {
        step(&i);
        k++;
        step(&i);
    } while (is_below(&i, n) && i < 1000000);
    if (i != 2 * k)
        reach_error();
    if (i > n && i - n > 1 && i > 2)
        reach_error();
    return 0;
}
