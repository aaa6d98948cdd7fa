// expect: unknown (undefined: out-of-bounds)
// property: unreach-call
// The last iteration writes behind the array, whether the loop is unrolled or summarised.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int table[100], n = __VERIFIER_nondet_uint() % 200;
    for (int i = 0; i <= n; i++)
        table[i] = i;
    if (n > 100)
        reach_error();
    return table[0];
}
