// Two counters, one of which moves by three, and a sum of a constant.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, threes = 0, sum = 100;
    while (i < n) {
        i++;
        threes += 3;
        sum -= 2;
    }
    __VERIFIER_assert(i == n);
    __VERIFIER_assert(threes == 3 * n);
    __VERIFIER_assert(sum == 100 - 2 * n);
    return 0;
}
