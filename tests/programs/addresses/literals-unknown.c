// expect: unknown (addresses)
// Equal string literals may be one object.
#include <assert.h>

int main(void) {
    const char *one = "text", *two = "text";
    assert(one != two);
    return 0;
}
