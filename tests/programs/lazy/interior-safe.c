// options: --function set --interior-aliases
// A pointer of the struct may point to its own number; the function does not rely on the contrary.
#include <assert.h>

struct cell {
    int number;
    int *other;
};

int set(struct cell *cell) {
    if (!cell || !cell->other)
        return 0;
    *cell->other = 2;
    cell->number = 1;
    assert(cell->number == 1);
    assert(*cell->other == 2 || cell->other == &cell->number);
    return 0;
}
