// Digits of standard input make a number; other characters end it.
// options: --symbolic-stdin 4
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0, c;
    while ((c = getchar()) != EOF && c >= '0' && c <= '9')
        number = number * 10 + (c - '0');
    assert(number >= 0 && number <= 9999);
    return 0;
}
