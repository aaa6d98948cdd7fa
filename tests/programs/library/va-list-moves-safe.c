// Where va_list is an array, vsprintf moves the list of its caller, and vsscanf does not, as glibc's on x86-64.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const char *format, ...) {
    va_list list;
    char first[8], second[8];
    char *third;
    va_start(list, format);
    vsprintf(first, format, list);
    vsnprintf(second, sizeof second, format, list);
    if (vasprintf(&third, format, list) < 0)
        exit(0);
    assert(strcmp(first, "1") == 0 && strcmp(second, "2") == 0 && strcmp(third, "3") == 0);
    assert(va_arg(list, int) == 4);
    va_end(list);
    free(third);
}

static void scan(const char *text, ...) {
    va_list list;
    va_start(list, text);
    vsscanf(text, "%d", list);
    vsscanf(text, "%*d %d", list);
    va_end(list);
}

int main(void) {
    int first = 0, second = 0;
    print("%d", 1, 2, 3, 4);
    scan("5 6", &first, &second);
    assert(first == 6 && second == 0);
    return 0;
}
