// A text of four symbolic characters is cut into words; they have no blanks and fit together.
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { longest = 4 };

static const char *skip_blanks(const char *at) {
    while (*at == ' ')
        at++;
    return at;
}

/* Copies the next word, and returns where the text goes on, or null if there is no word. */
static const char *next_word(const char *at, char word[longest + 1]) {
    int length = 0;
    at = skip_blanks(at);
    if (*at == 0)
        return 0;
    while (*at != 0 && *at != ' ')
        word[length++] = *at++;
    word[length] = 0;
    return at;
}

int main(void) {
    char text[longest + 1], word[longest + 1];
    int letters = 0, found = 0, words = 0;
    for (int i = 0; i < longest; i++) {
        text[i] = __VERIFIER_nondet_uchar() % 2 ? 'x' : ' ';
        letters += text[i] == 'x';
    }
    text[longest] = 0;
    const char *at = text;
    while ((at = next_word(at, word)) != 0) {
        assert(word[0] != 0 && strchr(word, ' ') == 0);
        found += (int)strlen(word);
        words++;
    }
    assert(found == letters);
    assert(words <= 2 && (words == 0) == (letters == 0));
    return 0;
}
