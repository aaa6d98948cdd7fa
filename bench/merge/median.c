/* The largest, the smallest and the middle of six numbers. */
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

static void order(short *a, short *b) {
    if (*a > *b) {
        short t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    short it[6];
    for (int i = 0; i < 6; i++)
        it[i] = __VERIFIER_nondet_short();
    for (int end = 5; end > 0; end--)
        for (int i = 0; i < end; i++)
            order(&it[i], &it[i + 1]);
    assert(it[0] <= it[2] && it[2] <= it[5]);
    return 0;
}
