// expect: unknown (memory)
// 32 bits: every size on this path is above the bound for unknown sizes, and malloc() can succeed.
// options: --data-model ilp32
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1200000000u || n > 2000000000u)
        return 0;
    char *p = malloc(n);
    if (p)
        reach_error();
    return 0;
}
