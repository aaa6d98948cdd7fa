// options: --malloc-may-fail
// An allocation that fails says so in errno.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    volatile size_t most = (size_t)-1;
    errno = 0;
    char *block = malloc(4);
    assert(block || errno == ENOMEM);
    free(block);
    errno = 0;
    block = strdup("abc");
    assert(block || errno == ENOMEM);
    free(block);
    errno = 0;
    block = malloc(most);
    assert(!block && errno == ENOMEM);
    return 0;
}
