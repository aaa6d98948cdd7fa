// Iterations that allocate and free, through calls in the header.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int *made(void) { return malloc(sizeof(int)); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 6)
        return 0;
    do {
        int *p = made();
        i++;
        free(p);
    } while (i < n);
    if (i > n && i > 1)
        reach_error();
    return 0;
}
