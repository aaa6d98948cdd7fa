// The text has a terminator only if one of its characters happens to be zero.
// input: 1 1 1
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[3];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    return strlen(text) > 2; //~ out-of-bounds
}
