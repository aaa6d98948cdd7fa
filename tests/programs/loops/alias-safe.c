// What is read in a round was written in the round before: there is no closed form, and no wrong one either.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int a[12] = {1}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 11)
        return 0;
    for (int i = 0; i < n; i++)
        a[i + 1] = a[i] + a[i];
    __VERIFIER_assert(a[n] == 1 << n);
    return 0;
}
