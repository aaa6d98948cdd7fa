// A vector grows by realloc as elements come, and keeps them.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 6, capacity = 1;
    unsigned *elements = malloc(sizeof *elements);
    for (unsigned i = 0; i < count; i++) {
        if (i == capacity) {
            capacity *= 2;
            elements = realloc(elements, capacity * sizeof *elements);
        }
        elements[i] = i * i;
    }
    for (unsigned i = 0; i < count; i++)
        assert(elements[i] == i * i);
    free(elements);
    return 0;
}
