// Bubble sort whose outer loop ends one round too early.
// input: 4 3 2 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int end = 3; end > 1; end--)
        for (int i = 0; i < end; i++)
            if (a[i] > a[i + 1]) {
                int kept = a[i];
                a[i] = a[i + 1];
                a[i + 1] = kept;
            }
    for (int i = 0; i < 3; i++)
        assert(a[i] <= a[i + 1]); //~ assertion
    return 0;
}
