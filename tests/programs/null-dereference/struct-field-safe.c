// The address of a field is formed only from a pointer that is not null.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static struct point origin = {0, 0};

int main(void) {
    struct point *p = __VERIFIER_nondet_int() ? &origin : NULL;
    int *y = p == NULL ? &origin.y : &p->y;
    return *y;
}
