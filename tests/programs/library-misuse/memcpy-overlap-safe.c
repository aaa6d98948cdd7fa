// memmove allows ranges that overlap, and memcpy those that touch.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8] = "abcdefg";
    unsigned by = __VERIFIER_nondet_uint();
    if (by == 0 || by > 4)
        return 0;
    memmove(text, text + by, 4);
    memcpy(text, text + 4, 4);
    return text[3];
}
