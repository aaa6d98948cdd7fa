// An array of any length is reversed in place.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    char *a = malloc(n);
    for (int i = 0; i < n; i++)
        a[i] = (char)__VERIFIER_nondet_int();
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        char t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    free(a);
    return 0;
}
