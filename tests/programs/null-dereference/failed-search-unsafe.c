// strchr finds no comma in a text without one, and its result is used anyway.
// input: 65 66 0
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = 0;
    char *comma = strchr(text, ',');
    *comma = 0; //~ null-dereference
    return 0;
}
