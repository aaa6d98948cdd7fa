// expect: unknown (addresses)
// One past the end of an object may be the address of the next one.
#include <assert.h>

int main(void) {
    int a[2], b[2];
    assert(a + 2 != b);
    return 0;
}
