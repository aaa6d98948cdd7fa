// What is chosen is an index: as a choice it would be many places at once, and each way through is cheap.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    static int counts[16];
    for (int i = 0; i < 9; i++) {
        int place = 0;
        if (__VERIFIER_nondet_int() > 0)
            place = i + 1;
        counts[place]++;
    }
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += counts[i];
    assert(sum == 9);
    return 0;
}
