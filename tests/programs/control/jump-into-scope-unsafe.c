// A jump into a block passes the declaration: the local has no value, whatever it had when the block was left before.
#include <assert.h>

static int in_register(void) {
    int round = 0;
    if (0) {
        int x = 7;
    inside:
        assert(x == 7); //~ assertion
        return x;
    }
    round++;
    goto inside;
}

static int again(void) {
    int round = 0;
    for (;;) {
        if (round)
            goto inside;
        int x = 5;
    inside:
        if (round) {
            assert(x == 5); //~ assertion
            return x;
        }
        round++;
    }
}

static int by_case(void) {
    for (int round = 0;; round++) {
        switch (round) {
            int x;
        case 0:
            x = 9;
            break;
        default:
            assert(x == 9); //~ assertion
            return x;
        }
    }
}

int main(void) {
    return in_register() + again() + by_case();
}
