// A jump back over declarations: initialisers are executed again, objects stay where they are.
#include <assert.h>

int main(void) {
    int rounds = 0, *old = 0;
again:;
    int x = 1, y[2] = {1, 2};
    if (old) {
        assert(old == y && y[1] == 2 && x == 1);
        *old = 5;
        assert(y[0] == 5);
    }
    x = 3;
    y[1] = 4;
    old = y;
    if (rounds++ == 0)
        goto again;
    return 0;
}
