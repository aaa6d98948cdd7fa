// The program ends with abort, and with a block in use.
// property: valid-memcleanup
// input: 5
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(8);
    if (__VERIFIER_nondet_int() == 5)
        abort(); //~ not-freed
    free(block);
    return 0;
}
