// There is no power of two above such an alignment.
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *block = memalign(SIZE_MAX / 2 + 2, 8);
    assert(block == NULL && errno == EINVAL);
    block = memalign(24, 8);
    free(block);
    return 0;
}
