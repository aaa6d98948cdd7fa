// property: valid-deref
// A number is the address of an object where a condition says so, but not of four bytes more.
#include <stdint.h>

static int object;

int main(void) {
    if ((uintptr_t)&object != 0x12345678)
        return *(int *)0; //~ null-dereference
    return *(char *)((int *)0x12345678 + 1) + *(int *)8;
}
