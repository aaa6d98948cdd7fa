// A pointer that walks past its end, because it stops only at one place and does not come there.
// input: 5
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 1000000000)
        return 0;
    char *from = malloc(n);
    for (char *p = from; p != from + n; p += 2)
        *p = 'x'; //~ out-of-bounds
    free(from);
    return 0;
}
