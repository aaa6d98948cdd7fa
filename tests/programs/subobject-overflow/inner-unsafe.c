// Rows of an array have bounds of their own.
// input: 3
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
    int i = __VERIFIER_nondet_int();
    int(*row)[3] = grid;
    if (i < 0 || i > 3)
        return 0;
    grid[0][i] = 1;        //~ subobject-overflow
    (*row)[i] = 2;         //~ subobject-overflow
    table.rows[2][0] = 3;  //~ subobject-overflow
    int *p = &table.rows[2][0]; //~ subobject-overflow
    return first(grid, i) + (p == 0);
}
