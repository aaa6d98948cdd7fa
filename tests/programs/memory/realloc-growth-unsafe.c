// A vector grows when it is already too late.
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 6, capacity = 2;
    unsigned *elements = malloc(capacity * sizeof *elements);
    for (unsigned i = 0; i < count; i++) {
        if (i > capacity) {
            capacity *= 2;
            elements = realloc(elements, capacity * sizeof *elements);
        }
        elements[i] = i * i; //~ out-of-bounds
    }
    free(elements);
    return 0;
}
