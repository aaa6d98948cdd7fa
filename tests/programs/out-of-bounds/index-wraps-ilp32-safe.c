// options: --data-model ilp32
// The bounds exclude indices whose product wraps.
extern int __VERIFIER_nondet_int(void);

int a[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if ((i & 0x3fffffff) < 4 && i >= 0 && i <= 3)
        return a[i];
    return 0;
}
