// expect: unknown (unsupported)
// The stream writes into the buffer when it likes to.
#include <assert.h>
#include <stdio.h>

int main(void) {
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    printf("text");
    assert(buffer[0] == '\0');
    return 0;
}
