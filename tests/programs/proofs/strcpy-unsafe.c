// The copy has one byte too little room.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char from[5] = "abcd";
    char *to = malloc(4);
    char *p = from, *q = to;
    while ((*q++ = *p++)) //~ out-of-bounds
        ;
    free(to);
    return 0;
}
