// Without a buffer of the program, only the mode changes.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char unused[8];
    setbuf(stdout, NULL);
    setlinebuf(stderr);
    assert(setvbuf(stdin, NULL, _IOFBF, 100) == 0);
    assert(setvbuf(stdout, unused, _IONBF, sizeof unused) == 0);
    assert(fflush(stdout) == 0 && fflush(NULL) == 0);
    return 0;
}
