/* Writes at symbolic indices of one half of an array, and thousands of accesses at constant indices of the other. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { HALF = 1024, UNKNOWN = 32 };

static int cells[2 * HALF];

int main(void) {
    for (int i = 0; i < UNKNOWN; i++)
        cells[__VERIFIER_nondet_uint() % HALF] = 1;
    int sum = 0;
    for (int round = 0; round < 4; round++)
        for (int i = 0; i < HALF; i++) {
            cells[HALF + i] += i;
            sum += cells[HALF + i] >= i;
        }
    assert(sum == 4 * HALF);
    return 0;
}
