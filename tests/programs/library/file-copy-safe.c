// A FILE is as large as glibc's.
#include <stdio.h>

int main(void) {
    FILE copy = *stdout;
    return copy._fileno != 1;
}
