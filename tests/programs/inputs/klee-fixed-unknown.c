// expect: unknown (unsupported: the function 'klee_define_fixed_object')
// An intrinsic that is not implemented is no function that does nothing.
#include <stddef.h>
void klee_define_fixed_object(void *address, size_t size);

int main(void) {
    klee_define_fixed_object((void *)0x30000, 4);
    return 0;
}
