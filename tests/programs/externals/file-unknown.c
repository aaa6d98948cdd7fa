// expect: unknown (unsupported)
// Files are not read. That none is there is one answer of several, and what a program does with one is not known.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("settings", "r");
    if (!file)
        return 0;
    assert(fgetc(file) != '#');
    return fclose(file);
}
