// What is zero after an initialiser: members without a value, the rest of unions of static lifetime.
#include <assert.h>

union value {
    char c;
    int i;
    struct {
        short a, b;
    } s;
};
struct outer {
    union value u;
    int n;
    union value w;
};
static union value lasting = {.c = 1};

int main(void) {
    union value v = {.s = {.a = 1}}, whole = {.i = -1, .s.b = 2};
    struct outer o = {.n = 3, .w.c = 4};
    struct outer again = {.u.i = -1, .n = 3, .u = {.s.a = 5}, .w = {.i = 7}};
    assert(lasting.i == 1);
    assert(v.s.b == 0 && v.i == 1);
    assert(whole.s.a == 0 && whole.s.b == 2);
    assert(o.u.i == 0 && o.w.c == 4);
    assert(again.u.s.a == 5 && again.u.s.b == 0 && again.w.i == 7);
    return 0;
}
