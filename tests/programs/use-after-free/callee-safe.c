// The caller looks at what the function says about the fate of its argument.
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
    if (!keep_even(number))
        return 0;
    int result = *number;
    free(number);
    return result & 1;
}
