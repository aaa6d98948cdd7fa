// A prefix is compared that is shorter than the word.
// input: 111 120
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char word[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (strncmp(word, "on", 1) == 0)
        assert(strcmp(word, "on") == 0); //~ assertion
    return 0;
}
