/* Handlers at the end of the program, and exit from within calls. */
#include <stdio.h>
#include <stdlib.h>

static void last(void) { puts("last"); }
static void nested(void) { puts("nested"); }
static void first(void) {
    puts("first");
    atexit(nested);
}

static void deep(int n) {
    if (n == 0)
        exit(300);
    deep(n - 1);
}

int main(void) {
    atexit(last);
    atexit(first);
    deep(10);
    return 1;
}
