/* Thousands of accesses at constant indices, and dozens at symbolic ones, to one array. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { LENGTH = 2000, UNKNOWN = 24 };

static unsigned cells[LENGTH];

int main(void) {
    unsigned sum = 0;
    for (int round = 0; round < UNKNOWN; round++) {
        for (int i = 0; i < LENGTH; i++)
            cells[i] = i + round;
        unsigned at = __VERIFIER_nondet_uint() % LENGTH;
        cells[at] = 7;
        sum += cells[at];
        for (int i = 0; i < LENGTH; i += 200)
            sum += cells[i] != 7;
    }
    assert(sum >= 7 * UNKNOWN);
    return 0;
}
