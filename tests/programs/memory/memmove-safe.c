// A move within one block, by a symbolic distance in either direction.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char block[6] = {0, 1, 2, 3, 4, 5};
    unsigned from = __VERIFIER_nondet_uint() % 4, to = __VERIFIER_nondet_uint() % 4;
    memmove(block + to, block + from, 3);
    for (unsigned i = 0; i < 3; i++)
        assert(block[to + i] == (char)(from + i));
    return 0;
}
