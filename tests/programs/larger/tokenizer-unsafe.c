// A tokenizer has room for words of three letters, and jumps over the terminator after the last word.
// input: 1 1 1 1
// input: 0 0 0 1
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static char *text;

static char *next_word(char *at, char word[3]) {
    int length = 0;
    while (*at == ' ') //~ out-of-bounds
        at++;
    if (*at == 0)
        return 0;
    while (*at != 0 && *at != ' ')
        word[length++] = *at++; //~ out-of-bounds
    word[length < 3 ? length : 2] = 0;
    return at + 1;
}

int main(void) {
    char *word = malloc(3);
    text = malloc(5);
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_uchar() % 2 ? 'x' : ' ';
    text[4] = 0;
    char *at = text;
    int words = 0;
    while ((at = next_word(at, word)) != 0)
        words++;
    free(text);
    free(word);
    return words > 2;
}
