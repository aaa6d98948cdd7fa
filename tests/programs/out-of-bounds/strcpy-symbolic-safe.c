// The source is cut to what the target holds, wherever its terminator is.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char source[8] = "abcdefg", target[4];
    source[__VERIFIER_nondet_uint() % 8] = 0;
    source[3] = 0;
    strcpy(target, source);
    assert(strlen(target) <= 3);
    return 0;
}
