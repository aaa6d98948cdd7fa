// What was closed is not read, written or closed again; fclose closes the descriptor too.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char byte;
    assert(close(0) == 0);
    errno = 0;
    assert(close(0) == -1 && errno == EBADF);
    assert(read(0, &byte, 1) == -1);
    assert(close(2) == 0 && write(2, "x", 1) == -1 && dprintf(2, "x") == -1 && !isatty(2));
    assert(fclose(stdout) == 0);
    errno = 0;
    assert(write(1, "x", 1) == -1 && errno == EBADF && close(1) == -1);
    return 0;
}
