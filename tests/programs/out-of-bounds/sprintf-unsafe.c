// The number has up to eleven characters with its sign, and the terminator is the twelfth.
// input: -2147483648
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[11];
    int number = __VERIFIER_nondet_int();
    if (number != 2147483647 && number != -2147483647 - 1)
        return 0;
    sprintf(text, "%d", number); //~ out-of-bounds
    return 0;
}
