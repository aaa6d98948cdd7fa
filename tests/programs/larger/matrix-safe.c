// Matrices of two rows: transposing twice, and the determinant of a product.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct matrix {
    unsigned cells[2][2];
};

static struct matrix transpose(struct matrix matrix) {
    struct matrix result;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            result.cells[i][k] = matrix.cells[k][i];
    return result;
}

static struct matrix multiply(const struct matrix *a, const struct matrix *b) {
    struct matrix result = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 2; j++)
                result.cells[i][k] += a->cells[i][j] * b->cells[j][k];
    return result;
}

static unsigned determinant(struct matrix m) {
    return m.cells[0][0] * m.cells[1][1] - m.cells[0][1] * m.cells[1][0];
}

int main(void) {
    struct matrix matrix, one = {{{1, 0}, {0, 1}}}, turn = {{{0, 1}, {1, 0}}};
    for (int i = 0; i < 4; i++)
        matrix.cells[i / 2][i % 2] = __VERIFIER_nondet_uint();
    struct matrix twice = transpose(transpose(matrix));
    struct matrix same = multiply(&matrix, &one), turned = multiply(&turn, &matrix);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            assert(twice.cells[i][k] == matrix.cells[i][k]);
            assert(same.cells[i][k] == matrix.cells[i][k]);
            assert(turned.cells[i][k] == matrix.cells[1 - i][k]);
        }
    assert(determinant(one) == 1 && determinant(turn) == -1u);
    return 0;
}
