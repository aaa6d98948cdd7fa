// The alignment that a typedef or an attribute gives is that of bit-fields and of variables, also where it is less.
#include <assert.h>
#include <stddef.h>
typedef int loose __attribute__((aligned(1)));
typedef int strict __attribute__((aligned(16)));
struct mixed {
    char first;
    strict bits : 5;
    char last;
};
struct dense {
    char first;
    loose bits : 20;
    char last;
};

int main(void) {
    loose one = 1;
    int two __attribute__((aligned(2))) = 2;
    assert(sizeof(struct mixed) == 32 && offsetof(struct mixed, last) == 17);
    assert(sizeof(struct dense) == 5 && offsetof(struct dense, last) == 4 && _Alignof(struct dense) == 1);
    assert(_Alignof(one) == 1 && _Alignof(two) == 2 && one + two == 3);
    return 0;
}
