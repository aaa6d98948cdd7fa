// A bit-field wider than int keeps its width as the value of a statement expression.
#include <assert.h>

struct wide {
    unsigned long e : 40;
    long s : 40;
    unsigned f : 5;
};

int main(void) {
    struct wide t = {-1, -1, 31};
    assert(({ t.e; }) + 1 == 0);
    assert(({ int unused = 0; (void)unused; t.e; }) + 1 == 0);
    assert(({ ({ t.e; }); }) + 1 == 0);
    assert((0, ({ t.e; })) + 1 == 0);
    assert(({ t.e = -1; }) + 1 == 0);
    assert(({ t.s; }) + 1 == 0);
    assert(({ t.f; }) - 32 == -1);
    assert(({ (unsigned long)t.e; }) + 1 == 1ul << 40);
    assert(({ t.e; }) << 1 == (1ul << 40) - 2);
    return 0;
}
