// expect: unknown (addresses)
// Objects without a byte may share an address.
#include <assert.h>

struct empty {};

int main(void) {
    struct empty one, two;
    assert(&one != &two);
    return 0;
}
