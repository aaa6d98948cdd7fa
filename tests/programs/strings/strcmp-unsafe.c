// A password is found by comparing with strcmp.
// input: 107 101 121
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char guess[4];
    for (int i = 0; i < 3; i++)
        guess[i] = __VERIFIER_nondet_char();
    guess[3] = 0;
    assert(strcmp(guess, "key") != 0); //~ assertion
    return 0;
}
