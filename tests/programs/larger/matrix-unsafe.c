// A matrix of symbolic size in one block: rows and columns are mixed up in the index.
// input: 2 3
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct matrix {
    unsigned rows, columns;
    int *cells;
};

static int *cell(struct matrix *matrix, unsigned row, unsigned column) {
    assert(row < matrix->rows && column < matrix->columns);
    return &matrix->cells[column * matrix->columns + row];
}

static void fill(struct matrix *matrix) {
    for (unsigned row = 0; row < matrix->rows; row++)
        for (unsigned column = 0; column < matrix->columns; column++)
            *cell(matrix, row, column) = 1; //~ out-of-bounds
}

int main(void) {
    struct matrix matrix;
    matrix.rows = __VERIFIER_nondet_uint();
    matrix.columns = __VERIFIER_nondet_uint();
    if (matrix.rows == 0 || matrix.rows > 3 || matrix.columns == 0 || matrix.columns > 3)
        return 0;
    matrix.cells = malloc(matrix.rows * matrix.columns * sizeof *matrix.cells);
    fill(&matrix);
    free(matrix.cells);
    return 0;
}
