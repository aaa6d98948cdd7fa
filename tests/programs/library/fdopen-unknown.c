// expect: unknown (unsupported)
// A second stream for the same descriptor.
#include <stdio.h>

int main(void) {
    FILE *second = fdopen(1, "w");
    return second == stdout;
}
