// The only pointer to a block walks on; nothing ends it, and a loop without end is no finding.
// input: 5
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *a = malloc(10);
    a = 0; //~ memory-leak
    for (unsigned i = 0; i < n; i++)
        a = a + 0;
    return a != 0;
}
