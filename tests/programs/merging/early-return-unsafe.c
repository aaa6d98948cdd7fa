// Both ways out of the function are one state afterwards; only one of them is wrong.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int size_class(int size) {
    if (size <= 0)
        return -1;
    if (size < 64)
        return 0;
    if (size < 4096)
        return 1;
    return 2;
}

int main(void) {
    int table[3] = {64, 4096, 65536};
    int size = __VERIFIER_nondet_int(), extra = 0;
    if (__VERIFIER_nondet_int())
        extra = __VERIFIER_nondet_int();
    int class = size_class(size);
    assert(class >= 0 || size <= 0);
    return table[class] > 0 && extra == 7; //~ out-of-bounds
}
