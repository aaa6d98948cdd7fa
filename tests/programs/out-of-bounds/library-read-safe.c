// memcmp compares no more bytes than the blocks have.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char a[5] = "abcd", b[5] = "abcd";
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 5)
        return 0;
    return memcmp(a, b, length);
}
