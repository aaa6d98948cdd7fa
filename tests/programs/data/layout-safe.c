// Offsets and sizes of structures with padding, packed and aligned.
#include <assert.h>
#include <stddef.h>

struct padded {
    char a;
    long b;
    short c;
};

struct __attribute__((packed)) tight {
    char a;
    long b;
    short c;
};

int main(void) {
    assert(sizeof(struct padded) == 24 && offsetof(struct padded, c) == 16);
    assert(sizeof(struct tight) == 11 && offsetof(struct tight, b) == 1);
    struct tight tight = {1, -2, 3};
    assert(((unsigned char *)&tight)[1] == 0xfe);
    return 0;
}
