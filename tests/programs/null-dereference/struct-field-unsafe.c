// A field that is not the first one is read through a null pointer: the address is not zero.
// input: 0
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static struct point origin = {0, 0};

int main(void) {
    struct point *p = __VERIFIER_nondet_int() ? &origin : NULL;
    return p->y; //~ null-dereference
}
