// A word is found at the first place where it stands.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char() & 1 ? 'a' : 'b';
    text[4] = 0;
    char *found = strstr(text, "ab");
    if (found)
        assert(found[0] == 'a' && found[1] == 'b');
    else
        assert(text[0] == 'b' || text[3] == 'a');
    return 0;
}
