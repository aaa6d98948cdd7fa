// A block that only a local of main points to is not freed on one path.
// property: valid-memcleanup
// input: 12
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(1);
    if (__VERIFIER_nondet_int() > 10)
        return 1; //~ not-freed
    free(block);
    return 0;
}
