// expect: unknown (addresses)
// property: unreach-call
// An address that is rounded up is some place in the first half of the object.
#include <stdint.h>
extern void reach_error(void);

int main(void) {
    char object[80] = {0};
    char *rounded = (char *)(((uintptr_t)object + 32) & ~(uintptr_t)31);
    *rounded = 1;
    if (object[17] == 0)
        reach_error(); //~ error-call
    return 0;
}
