// Two pointers are kept as their exclusive or, and each is got back with the other.
#include <assert.h>
#include <stdint.h>

int main(void) {
    int a = 1, b = 2;
    uintptr_t link = (uintptr_t)&a ^ (uintptr_t)&b;
    int *to_b = (int *)(link ^ (uintptr_t)&a);
    int *to_a = (int *)(link ^ (uintptr_t)&b);
    *to_b = 20;
    *to_a = 10;
    assert(a == 10 && b == 20);
    return 0;
}
