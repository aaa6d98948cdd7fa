// A local without an initialiser loses its value each time that its declaration is passed.
#include <assert.h>

int main(void) {
    int rounds = 0, more = 0;
again:;
    int x;
    if (rounds == 1)
        assert(x == 3); //~ assertion
    x = 3;
    if (rounds++ == 0)
        goto again;
once_more:;
    int y[2], *p = y;
    if (more == 1)
        assert(p[1] == 4); //~ assertion
    p[1] = 4;
    if (more++ == 0)
        goto once_more;
    return 0;
}
