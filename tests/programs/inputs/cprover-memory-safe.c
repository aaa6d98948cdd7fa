// Whether memory can be used, as CBMC's programs ask it.
#include <stdlib.h>
void __CPROVER_assert(int holds, const char *text);
void __CPROVER_assume(int holds);
_Bool __CPROVER_r_ok(const void *pointer, size_t size);
_Bool __CPROVER_w_ok(const void *pointer, size_t size);
_Bool __CPROVER_same_object(const void *one, const void *other);
size_t __CPROVER_OBJECT_SIZE(const void *pointer);
size_t nondet_size(void);

int main(void) {
    char *block = malloc(8);
    size_t size = nondet_size();
    __CPROVER_assume(__CPROVER_r_ok(block, size));
    __CPROVER_assert(size <= 8, "not more than there is");
    __CPROVER_assert(__CPROVER_w_ok(block, 8) && !__CPROVER_w_ok(block, 9), "all of it");
    __CPROVER_assert(!__CPROVER_w_ok("text", 1) && __CPROVER_r_ok("text", 5), "a literal");
    __CPROVER_assert(__CPROVER_same_object(block, block + 3) && !__CPROVER_same_object(block, &block), "objects");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(block + 2) == 8, "size");
    free(block);
    __CPROVER_assert(!__CPROVER_r_ok(block, 1), "freed");
    return 0;
}
