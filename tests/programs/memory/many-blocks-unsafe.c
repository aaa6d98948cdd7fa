// The same, and one of the two blocks ends too early.
// input: 1
#include <stdint.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int *table[72];

int main(void) {
    for (int i = 0; i < 72; i++) {
        table[i] = malloc(sizeof *table[i]);
        *table[i] = i;
    }
    uintptr_t mask = __VERIFIER_nondet_bool() ? UINTPTR_MAX : 0;
    uintptr_t either = ((uintptr_t)table[3] & mask) | ((uintptr_t)table[70] & ~mask);
    int value = *((int *)either + (mask & 1)); //~ out-of-bounds
    for (int i = 0; i < 72; i++)
        free(table[i]);
    return value;
}
