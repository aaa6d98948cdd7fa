// The second vsprintf goes on behind the only argument.
#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...) {
    va_list list;
    char first[16], second[16];
    va_start(list, format);
    vsprintf(first, format, list);
    vsprintf(second, format, list); //~ out-of-bounds
    va_end(list);
}

int main(void) {
    print("%d", 1);
    return 0;
}
