// Binary search in a sorted table of seven: found if and only if it is there.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static const int table[7] = {-40, -3, 0, 2, 19, 20, 1000};

int main(void) {
    int wanted = __VERIFIER_nondet_int(), low = 0, high = 7, there = 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    for (int i = 0; i < 7; i++)
        there |= table[i] == wanted;
    assert((low < 7 && table[low] == wanted) == there);
    return 0;
}
