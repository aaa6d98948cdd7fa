// Integers and floating-point numbers are passed in different ways.
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
// input: 0
// input: 1

static double first(int count, ...) {
    va_list list;
    va_start(list, count);
    double number = va_arg(list, double); //~ library-misuse
    va_end(list);
    return number;
}

int main(void) {
    char text[40];
    if (__VERIFIER_nondet_int())
        return first(1, 5L) == 5;
    sprintf(text, "%d", 1.0); //~ library-misuse
    return 0;
}
