// memcmp compares bytes as unsigned numbers, and goes on after zeros.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char a[2] = {0, __VERIFIER_nondet_char()}, b[2] = {0, __VERIFIER_nondet_char()};
    int order = memcmp(a, b, 2);
    assert((order == 0) == (a[1] == b[1]));
    assert((order < 0) == ((unsigned char)a[1] < (unsigned char)b[1]));
    return 0;
}
