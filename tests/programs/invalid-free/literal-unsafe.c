// The default is a literal, and all names are freed.
// input: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *name = __VERIFIER_nondet_int() ? malloc(4) : "anonymous";
    free(name); //~ invalid-free
    return 0;
}
