// A copy of a text is not equal to its array: what comes after the terminator stays behind.
// input: 0 65
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0}, copy[3] = {0};
    strcpy(copy, text);
    assert(memcmp(copy, text, sizeof copy) == 0); //~ assertion
    return 0;
}
