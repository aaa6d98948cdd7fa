// options: --data-model ilp32
// With pointers of 32 bits the product of an int and the size of an element wraps.
// input: 1073741825
extern int __VERIFIER_nondet_int(void);

int a[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if ((i & 0x3fffffff) < 4)
        return a[i]; //~ out-of-bounds
    return 0;
}
