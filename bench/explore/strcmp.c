/* strcmp of two symbolic strings of at most 6 letters, three ways: antisymmetric, and equal strings have
   equal lengths. */
#include <assert.h>
#include <string.h>

extern void klee_make_symbolic(void *object, unsigned long size, const char *name);

int main(void) {
    char first[7], second[7];
    klee_make_symbolic(first, 6, "first");
    klee_make_symbolic(second, 6, "second");
    first[6] = second[6] = 0;
    int there = strcmp(first, second), back = strcmp(second, first);
    assert((there < 0) == (back > 0));
    if (there == 0)
        assert(strlen(first) == strlen(second));
    return 0;
}
