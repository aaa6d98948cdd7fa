// The initialiser of a member leaves the rest of a local union unspecified, and padding too.
#include <assert.h>
#include <string.h>

union value {
    char c;
    int i;
};
struct padded {
    char c;
    int i;
};

int main(void) {
    union value v = {.c = 1};
    struct padded p = {1, 2};
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    assert(v.i == 1);      //~ assertion
    assert(bytes[2] == 0); //~ assertion
    return 0;
}
