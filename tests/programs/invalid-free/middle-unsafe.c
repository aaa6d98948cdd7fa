// Blanks are skipped by moving the pointer that is freed later.
// input: 32
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *text = malloc(2);
    text[0] = __VERIFIER_nondet_char();
    text[1] = 0;
    while (*text == ' ')
        text++;
    free(text); //~ invalid-free
    return 0;
}
