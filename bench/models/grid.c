/* A grid in which cells at symbolic indices are set, and their neighbours counted. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { SIDE = 8 };

int main(void) {
    static int grid[SIDE][SIDE], near[SIDE][SIDE];
    for (int step = 0; step < 3; step++) {
        unsigned row = __VERIFIER_nondet_uint() % SIDE, column = __VERIFIER_nondet_uint() % SIDE;
        grid[row][column] = 1;
    }
    for (int row = 0; row < SIDE; row++)
        for (int column = 1; column < SIDE; column++)
            near[row][column] = grid[row][column - 1] + grid[row][column];
    unsigned row = __VERIFIER_nondet_uint() % SIDE, column = __VERIFIER_nondet_uint() % SIDE;
    assert(near[row][column] <= 2);
    return 0;
}
