// expect: unknown (addresses)
// A new block may lie where a freed one lay.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    assert(old != new);
    free(new);
    return 0;
}
