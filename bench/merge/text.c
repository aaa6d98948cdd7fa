/* Library functions on two symbolic strings. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char one[6], two[6], both[12];
    for (int i = 0; i < 5; i++) {
        one[i] = __VERIFIER_nondet_char();
        two[i] = __VERIFIER_nondet_char();
    }
    one[5] = two[5] = 0;
    strcpy(both, one);
    strcat(both, two);
    assert(strlen(both) == strlen(one) + strlen(two));
    return 0;
}
