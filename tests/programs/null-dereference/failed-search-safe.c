// The text is cut at its comma, if it has one.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = 0;
    char *comma = strchr(text, ',');
    if (comma)
        *comma = 0;
    assert(strchr(text, ',') == 0);
    return 0;
}
