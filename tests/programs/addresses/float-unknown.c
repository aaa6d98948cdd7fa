// expect: unknown (unsupported)
// The bytes of an address as a floating-point number.
#include <assert.h>

union both {
    void *pointer;
    double number;
};

int main(void) {
    char object;
    union both both;
    both.pointer = &object;
    assert(both.number < 1e-300);
    return 0;
}
