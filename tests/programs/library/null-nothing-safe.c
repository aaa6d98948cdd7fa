// A null pointer with a length of 0 is no array, but C2y allows it, and glibc always did.
#include <assert.h>
#include <stddef.h>
#include <string.h>

int main(void) {
    char *none = NULL;
    memcpy(none, none, 0);
    memmove(none, none, 0);
    memset(none, 0, 0);
    assert(memcmp(none, none, 0) == 0 && memchr(none, 'a', 0) == NULL && memccpy(none, none, 0, 0) == NULL);
    assert(strncmp(none, none, 0) == 0);
    return 0;
}
