// A function frees its argument when the value is odd; the caller goes on with it.
// input: 3
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int keep_even(int *number) {
    if (*number % 2 != 0) {
        free(number);
        return 0;
    }
    return 1;
}

int main(void) {
    int *number = malloc(sizeof *number);
    *number = __VERIFIER_nondet_int();
    keep_even(number);
    int result = *number; //~ use-after-free
    free(number);
    return result & 1;
}
