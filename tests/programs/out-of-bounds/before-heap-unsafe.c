// Trailing blanks are cut off; a text of nothing but blanks leads before the block.
// input: 32 32 32
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *text = malloc(3);
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    char *last = text + 2;
    while (*last == ' ') //~ out-of-bounds
        last--;
    free(text);
    return 0;
}
