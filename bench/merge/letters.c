/* A text is turned to capitals, and its vowels are counted. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#define LENGTH 8

static int is_vowel(char letter) {
    switch (letter) {
    case 'A': case 'E': case 'I': case 'O': case 'U':
        return 1;
    default:
        return 0;
    }
}

int main(void) {
    char text[LENGTH];
    int vowels = 0;
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < LENGTH; i++) {
        if (text[i] >= 'a' && text[i] <= 'z')
            text[i] -= 'a' - 'A';
        if (is_vowel(text[i]))
            vowels++;
    }
    for (int i = 0; i < LENGTH; i++)
        assert(text[i] < 'a' || text[i] > 'z');
    assert(vowels <= LENGTH);
    return 0;
}
