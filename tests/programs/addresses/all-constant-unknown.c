// expect: unknown (addresses)
// property: valid-deref
// A number is the address of an object where a condition says so; elsewhere something is wrong.
#include <stdint.h>

static int object;

int main(void) {
    if ((uintptr_t)&object != 0x12345678)
        return *(int *)0; //~ null-dereference
    return *(int *)0x12345678;
}
