// A small text is kept in an array on the stack, and is freed like the large ones.
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char small[8], *text = small;
    unsigned length = __VERIFIER_nondet_uint() % 16;
    if (length >= sizeof small)
        text = malloc(length + 1);
    text[length] = 0;
    free(text); //~ invalid-free
    return 0;
}
