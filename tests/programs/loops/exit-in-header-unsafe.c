// A function that is called in the header may end the program.
// input: 9
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void end_at(unsigned i, unsigned at) {
    if (i == at)
        exit(0);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 20)
        return 0;
    do {
        i++;
        end_at(i, 12);
    } while (i < n);
    if (i > 12)
        reach_error();
    if (i > n && i > 1)
        reach_error();
    if (i == 9)
        reach_error(); //~ error-call
    return 0;
}
