/* A scanner with a state for each token: words, numbers and the space between them. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum state { SPACE, WORD, NUMBER };

int main(void) {
    enum state state = SPACE;
    int words = 0, numbers = 0, depth = 0;
    for (int i = 0; i < 7; i++) {
        char next = __VERIFIER_nondet_char();
        enum state before = state;
        if (next >= '0' && next <= '9')
            state = state == WORD ? WORD : NUMBER;
        else if ((next >= 'a' && next <= 'z') || next == '_')
            state = WORD;
        else
            state = SPACE;
        if (next == '(')
            depth++;
        if (before == SPACE && state == WORD)
            words++;
        if (before == SPACE && state == NUMBER)
            numbers++;
    }
    assert(words + numbers <= 4);
    assert(depth <= 7);
    return 0;
}
