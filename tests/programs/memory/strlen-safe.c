// The length of a text of symbolic characters is where its first zero is.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    text[4] = 0;
    unsigned long length = strlen(text);
    assert(length <= 4 && text[length] == 0);
    for (unsigned long i = 0; i < length; i++)
        assert(text[i] != 0);
    return 0;
}
