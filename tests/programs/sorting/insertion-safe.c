// Insertion sort of three numbers: sorted, and the same sum.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int a[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_short();
        sum += a[i];
    }
    for (int i = 1; i < 3; i++) {
        int value = a[i], at = i;
        while (at > 0 && a[at - 1] > value) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(a[0] + a[1] + a[2] == sum);
    return 0;
}
