// Blanks are skipped by a second pointer.
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *text = malloc(2), *at = text;
    text[0] = __VERIFIER_nondet_char();
    text[1] = 0;
    while (*at == ' ')
        at++;
    free(text);
    return 0;
}
