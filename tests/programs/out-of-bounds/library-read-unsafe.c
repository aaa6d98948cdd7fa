// memcmp compares as many bytes as it is told, though the blocks are shorter.
// input: 6
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char a[5] = "abcd", b[5] = "abcd";
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 6)
        return 0;
    return memcmp(a, b, length); //~ out-of-bounds
}
