// A copy of symbolic length changes what it must and leaves the rest.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
    unsigned length = __VERIFIER_nondet_uint() % 7;
    memcpy(to, from, length);
    for (unsigned i = 0; i < 6; i++)
        assert(to[i] == (i < length ? (char)(i + 1) : 0));
    return 0;
}
