// expect: unknown (unsupported)
// Somebody else may have opened the descriptor.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(dprintf(3, "text") < 0);
    return 0;
}
