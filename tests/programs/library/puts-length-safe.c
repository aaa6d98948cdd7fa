// puts counts the line with its end.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(puts("abc") == 4 && puts("") == 1);
    return 0;
}
