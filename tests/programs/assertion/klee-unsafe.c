// klee_assert, as it is commonly defined, fails for one value of a byte.
// input: 200
#include <assert.h>
#define klee_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
void klee_make_symbolic(void *block, unsigned long size, const char *name);

int main(void) {
    unsigned char byte;
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_assert(byte != 200); //~ assertion
    return 0;
}
