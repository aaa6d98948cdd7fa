// The loop writes over its own bound, and then leaves its array.
// input: 0
struct work {
    int a[8];
    int n;
};
extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct work work = {{0}, 8};
    int n = __VERIFIER_nondet_int(), *p = work.a;
    if (n < 0 || n > 100)
        return 0;
    for (int i = 0; i <= work.n; i++)
        *p++ = 100 + n; //~ out-of-bounds
    return 0;
}
