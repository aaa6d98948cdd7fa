// property: valid-memsafety unreach-call
// An array of length zero has no byte, and nothing else is wrong with it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int sum(int n, const int *values) {
    int copy[n], total = 0;
    if (n == 0 && sizeof copy != 0)
        reach_error();
    for (int i = 0; i < n; i++)
        copy[i] = values[i];
    for (int i = 0; i < n; i++)
        total += copy[i];
    return total;
}

int main(void) {
    int values[3] = {1, 2, 3};
    return sum(__VERIFIER_nondet_uchar() % 4, values);
}
