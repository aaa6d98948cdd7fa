// expect: unknown (unsupported)
// glibc has a message for it: "Network is unreachable".
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void) {
    assert(strerror(ENETUNREACH)[0] != 'N');
    return 0;
}
