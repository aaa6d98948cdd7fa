// Bubble sort of four numbers: the result is sorted.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int end = 3; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (a[i] > a[i + 1]) {
                int kept = a[i];
                a[i] = a[i + 1];
                a[i + 1] = kept;
            }
    for (int i = 0; i < 3; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
