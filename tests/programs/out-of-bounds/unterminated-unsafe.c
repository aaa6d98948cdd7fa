// strncpy leaves no terminator when the source is long, and strlen runs on.
// input: 120
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char source[5] = "abcd", target[4];
    source[3] = __VERIFIER_nondet_char();
    strncpy(target, source, sizeof target);
    return strlen(target) > 3; //~ out-of-bounds
}
