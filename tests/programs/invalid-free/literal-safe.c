// The default is a null pointer, and free does nothing with it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *name = __VERIFIER_nondet_int() ? malloc(4) : NULL;
    free(name);
    free(NULL);
    return 0;
}
