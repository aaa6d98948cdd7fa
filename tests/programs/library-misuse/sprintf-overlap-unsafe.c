// A text is put in front of itself, or behind itself.
// input: 0
// input: 1
// input: 2
// input: 3
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[16] = "abc";
    switch (__VERIFIER_nondet_int()) {
    case 0:
        sprintf(text, "%s!", text); //~ library-misuse
        break;
    case 1:
        snprintf(text, sizeof text, "<%s>", text); //~ library-misuse
        break;
    case 2:
        sprintf(text, "%d%s", 12, text + 2); //~ library-misuse
        break;
    case 3:
        sprintf(text + 2, "%.3s", text); //~ library-misuse
        break;
    }
    return text[0] == '\0';
}
