// options: --function set
// Without --interior-aliases no pointer points into another object, and that is assumed.
#include <assert.h>

struct cell {
    int number;
    int *other;
};

int set(struct cell *cell) {
    if (!cell || !cell->other)
        return 0;
    cell->number = 1;
    *cell->other = 2;
    assert(cell->number == 1);
    return 0;
}
