// expect: unknown (undefined: library-misuse)
// property: unreach-call
// What the range holds after it was copied onto itself is not known.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    char text[16] = "abcdefg";
    memcpy(text + __VERIFIER_nondet_uchar() % 8, text, 4);
    if (text[0] != 'a')
        reach_error();
    return 0;
}
