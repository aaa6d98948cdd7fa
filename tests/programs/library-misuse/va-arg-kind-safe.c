// Numbers of the same kind; an int may be read as unsigned.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    double number = va_arg(list, double) + va_arg(list, unsigned);
    number += (double)va_arg(list, long double);
    va_end(list);
    return number;
}

int main(void) {
    char text[40];
    assert(sum(3, 0.5f, 2, 1.0L) == 3.5);
    sprintf(text, "%d %s %.1f", 1, "a", 2.5);
    assert(text[0] == '1' && text[2] == 'a' && text[4] == '2');
    return 0;
}
