// A struct is read of which only the first part lies in its block; its value is not used.
#include <stdlib.h>

struct pair {
    long a, b;
};

int main(void) {
    struct pair *p = malloc(sizeof(long));
    p->a = 1;
    *p; //~ out-of-bounds
    free(p);
    return 0;
}
