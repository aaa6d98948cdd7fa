// expect: unknown (unsupported)
// Somebody else may have opened it.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char byte = 0;
    if (read(3, &byte, 1) == 1)
        assert(byte != '#');
    return 0;
}
