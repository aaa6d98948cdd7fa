// A bit-field narrower than its type has a type of its own: no association of _Generic but the default is for it.
#include <assert.h>

struct fields {
    unsigned low : 3;
    int high : 5;
    unsigned full : 32;
    _Bool flag : 1;
    unsigned char part : 3, whole : 8;
};

#define KIND(value) \
    _Generic(value, int: 1, unsigned: 2, _Bool: 3, unsigned char: 4, default: 0)

int main(void) {
    struct fields it = {1, 1, 1, 1, 1, 1};
    assert(KIND(it.low) == 0 && KIND(it.high) == 0 && KIND(it.part) == 0);
    assert(KIND(it.low = 1) == 0 && KIND(it.low++) == 0 && KIND(({ it.low; })) == 0);
    assert(KIND(it.full) == 2 && KIND(it.flag) == 3 && KIND(it.whole) == 4);
    assert(KIND(+it.high) == 1 && KIND((int)it.high) == 1 && KIND(1 ? it.low : it.low) == 1);
    return 0;
}
