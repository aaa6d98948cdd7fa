// Trailing blanks are cut off; the start of the block ends the search as well.
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char *text = malloc(3);
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    int length = 3;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    free(text);
    return 0;
}
