// typeof keeps the alignment that a typedef gives a type, and not the one that an object has of its own.
#include <assert.h>

typedef int loose __attribute__((aligned(1)));
typedef int wide __attribute__((aligned(16)));
static wide global;

int main(void) {
    loose l = 1;
    int two __attribute__((aligned(2))) = 2;
    static loose kept;
    struct {
        char c;
        typeof(l) d;
        char e;
        typeof(global) f;
    } s;
    assert(_Alignof(typeof(l)) == 1 && _Alignof(typeof(kept)) == 1);
    assert(_Alignof(typeof(two)) == 4 && _Alignof(two) == 2);
    assert(_Alignof(typeof(loose)) == 1 && _Alignof(typeof(typeof(l))) == 1);
    assert(_Alignof(const typeof(l)) == 1 && _Alignof(typeof(l) *) == _Alignof(void *));
    assert(_Alignof(typeof(global)) == 16 && sizeof s == 32);
    typeof(l) again = l;
    assert(_Alignof(again) == 1 && again == 1);
    return 0;
}
