// expect: unknown (unsupported: other values that klee_get_value_i32)
// It returns one value of several, and which one is the tool's choice.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *object, size_t size, const char *name);
int32_t klee_get_value_i32(int32_t value);

int main(void) {
    int number;
    klee_make_symbolic(&number, sizeof number, "number");
    int value = klee_get_value_i32(number);
    assert(value == klee_get_value_i32(value));
    return 0;
}
