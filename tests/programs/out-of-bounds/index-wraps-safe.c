// Indices as wide as a pointer, in range by what is known of them; the product is the exact one.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);

int a[4];
struct pair {
    long x, y;
} pairs[4];

int main(void) {
    unsigned long i = __VERIFIER_nondet_ulong();
    long j = __VERIFIER_nondet_long();
    short k = __VERIFIER_nondet_short();
    int *end = a + 4;
    if (i < 4)
        a[i] = 1;
    if (j >= -4 && j < 0)
        end[j] = 2;
    if (k >= 0 && k < 4)
        pairs[k].y = a[3 - k];
    if (j > 0 && j <= 4)
        return *(end - j);
    return &a[4] == end;
}
