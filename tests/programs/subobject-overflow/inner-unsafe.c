// Rows of an array have bounds of their own.
// input: 0 3
// input: 1 3
// input: 2 0
// input: 3 0
// input: 4 3
extern int __VERIFIER_nondet_int(void);

int grid[2][3];
struct table {
    int rows[2][3];
    int rest[6];
} table;

static int first(int rows[][3], int i) {
    return rows[0][i]; //~ subobject-overflow
}

int main(void) {
    int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    int(*row)[3] = grid, *p = 0;
    if (i < 0 || i > 3)
        return 0;
    switch (which) {
    case 0:
        grid[0][i] = 1; //~ subobject-overflow
        break;
    case 1:
        (*row)[i] = 2; //~ subobject-overflow
        break;
    case 2:
        table.rows[2][0] = 3; //~ subobject-overflow
        break;
    case 3:
        p = &table.rows[2][0]; //~ subobject-overflow
        break;
    default:
        return first(grid, i);
    }
    return p == 0;
}
