// options: --function set --interior-aliases
// A pointer of the struct may point to its own number, which is written through it then.
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
    assert(cell->number == 1); //~ assertion
    return 0;
}
