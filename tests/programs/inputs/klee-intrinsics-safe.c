// Intrinsics that ask about a value, or choose one.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *object, size_t size, const char *name);
unsigned klee_is_symbolic(uintptr_t value);
uintptr_t klee_choose(uintptr_t below);
size_t klee_get_obj_size(void *pointer);
void klee_check_memory_access(const void *pointer, size_t size);

int main(void) {
    int number, known = 3;
    klee_make_symbolic(&number, sizeof number, "number");
    assert(klee_is_symbolic(number) && !klee_is_symbolic(known));
    assert(klee_choose(4) < 4 && klee_get_obj_size(&number) == sizeof number);
    klee_check_memory_access(&number, sizeof number);
    return 0;
}
