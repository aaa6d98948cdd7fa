// The terminator is put where strncpy may have left none.
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char source[5] = "abcd", target[4];
    source[3] = __VERIFIER_nondet_char();
    strncpy(target, source, sizeof target);
    target[sizeof target - 1] = 0;
    return strlen(target) > 3;
}
