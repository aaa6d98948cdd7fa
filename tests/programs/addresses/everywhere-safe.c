// What holds of addresses wherever blocks lie: they are not null, apart, aligned, and in order within a block.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = 0, y = 0;
    assert(&x != &y && &x != 0);
    assert(((uintptr_t)&x & 3) == 0);
    unsigned n = __VERIFIER_nondet_uint() % 8 + 1, k = __VERIFIER_nondet_uint() % n;
    char *block = malloc(n);
    assert(block && block != (char *)&x);
    assert(((uintptr_t)block & 15) == 0);
    assert(block + k < block + n);
    int *either = k ? &x : &y;
    assert((either == &x) == (k != 0));
    uintptr_t tagged = (uintptr_t)block | 1;
    assert(tagged & 1);
    char *again = (char *)(tagged & ~(uintptr_t)7);
    again[k] = 1;
    assert(again == block && block[k] == 1);
    free(block);
    assert(block);
    return 0;
}
