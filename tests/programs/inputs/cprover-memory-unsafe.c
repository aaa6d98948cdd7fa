// The answers are right, the conclusions are not.
#include <stdlib.h>
void __CPROVER_assert(int holds, const char *text);
_Bool __CPROVER_r_ok(const void *pointer, size_t size);
size_t nondet_size(void);

int main(void) {
    char *block = malloc(8);
    size_t size = nondet_size();
    if (__CPROVER_r_ok(block, size))
        __CPROVER_assert(size < 8, "less than there is"); //~ assertion
    free(block);
    return 0;
}
