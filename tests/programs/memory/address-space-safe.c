// 32 bits: blocks that fit beside each other both exist, and those that do not fit never do. Sizes above half of the address space fail.
// options: --data-model ilp32
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    char *p = malloc(1500000000u), *q = malloc(1500000000u);
    *p = *q = 1;
    char *r = malloc(1500000000u);
    if (p && q && r)
        reach_error();
    free(p);
    free(q);
    free(r);
    char *s = malloc(3000000000u), *t = malloc(3000000000u);
    if (s || t)
        reach_error();
    return 0;
}
