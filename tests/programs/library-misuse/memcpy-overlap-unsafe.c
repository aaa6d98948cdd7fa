// The elements of an array are moved by less than their length with memcpy.
// input: 2
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8] = "abcdefg";
    unsigned by = __VERIFIER_nondet_uint();
    if (by == 0 || by > 4)
        return 0;
    memcpy(text, text + by, 4); //~ library-misuse
    return 0;
}
