// Selection sort of any number of elements stays within the array.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[least])
                least = j;
        int t = a[i];
        a[i] = a[least];
        a[least] = t;
    }
    free(a);
    return 0;
}
