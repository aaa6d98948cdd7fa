// expect: unknown (unsupported: the function 'signbit')
// Without its header, a macro of the library is a function that does not exist.
#include <assert.h>

int main(void) {
    assert(signbit(-1.0));
    return 0;
}
