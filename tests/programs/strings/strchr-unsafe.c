// The terminator is a character that strchr finds: the result is not always inside the text.
// input: 0
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    const char *vowels = "aeiou";
    char letter = __VERIFIER_nondet_char();
    const char *found = strchr(vowels, letter);
    if (found)
        assert(found - vowels < 5); //~ assertion
    return 0;
}
