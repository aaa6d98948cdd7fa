// Pointers that walk: one writes, two copy, all stop at the end.
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);
extern void __VERIFIER_assert(int);

int main(void) {
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 1000000000)
        return 0;
    char *from = malloc(n), *to = malloc(n);
    for (char *p = from; p != from + n; p++)
        *p = 'x';
    char *p = from, *q = to;
    size_t left = n;
    while (left--)
        *q++ = *p++;
    size_t k = __VERIFIER_nondet_size_t();
    if (k < n)
        __VERIFIER_assert(to[k] == 'x');
    free(from);
    free(to);
    return 0;
}
