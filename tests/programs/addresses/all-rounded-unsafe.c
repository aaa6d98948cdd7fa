// property: unreach-call
// An address that is rounded up lies in the object, but not beyond its middle.
#include <stdint.h>
extern void reach_error(void);

int main(void) {
    char object[80] = {0};
    char *rounded = (char *)(((uintptr_t)object + 32) & ~(uintptr_t)31);
    *rounded = 1;
    if (object[40] == 0)
        reach_error(); //~ error-call
    return 0;
}
