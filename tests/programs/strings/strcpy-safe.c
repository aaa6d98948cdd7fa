// A copy of a symbolic text is equal to it.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4], copy[4];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = 0;
    strcpy(copy, text);
    assert(strcmp(copy, text) == 0);
    assert(strlen(copy) == strlen(text));
    return 0;
}
