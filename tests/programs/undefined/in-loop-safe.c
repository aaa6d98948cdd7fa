// property: unreach-call
// No iteration leaves the array.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int table[8], n = __VERIFIER_nondet_uint() % 8;
    for (int i = 0; i <= n; i++)
        table[i] = i;
    if (table[n] != n)
        reach_error();
    return 0;
}
