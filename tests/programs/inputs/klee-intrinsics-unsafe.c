// They find what is wrong.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
uintptr_t klee_choose(uintptr_t below);
void klee_check_memory_access(const void *pointer, size_t size);

int main(void) {
    int number = 0;
    assert(klee_choose(4) != 3); //~ assertion
    klee_check_memory_access(&number, 5); //~ out-of-bounds
    return 0;
}
