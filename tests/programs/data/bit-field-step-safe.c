// ++ and -- of an unsigned bit-field wrap around, also if int can hold its values.
#include <assert.h>

struct counter {
    unsigned narrow : 3;
    unsigned most : 31;
};

int main(void) {
    struct counter counter = {7, 0x7fffffff};
    assert(counter.narrow++ == 7 && counter.narrow == 0);
    assert(counter.most++ == 0x7fffffff && counter.most == 0);
    assert(--counter.most == 0x7fffffff);
    assert(++counter.most == 0);
    return 0;
}
