// Insertion sort that tests its index after it has used it.
// input: 3 2 1
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_short();
    for (int i = 1; i < 3; i++) {
        int value = a[i], at = i;
        while (a[at - 1] > value && at > 0) { //~ out-of-bounds
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
    return 0;
}
