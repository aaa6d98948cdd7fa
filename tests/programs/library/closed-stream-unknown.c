// expect: unknown (unsupported)
// What printf returns then depends on the stream's buffer.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    close(1);
    return printf("text") < 0;
}
