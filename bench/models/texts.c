/* Library functions on strings of symbolic bytes. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 6 };

int main(void) {
    char text[LENGTH + 1], other[2 * LENGTH + 2];
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    text[LENGTH] = 0;
    strcpy(other, text);
    strcat(other, "/");
    strcat(other, text);
    assert(strlen(other) == 2 * strlen(text) + 1);
    char *slash = strchr(other, '/');
    assert(slash && slash - other <= LENGTH);
    assert(strcmp(strrchr(other, '/') + 1, text) == 0 || strchr(text, '/'));
    return 0;
}
