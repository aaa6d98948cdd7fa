// All elements of all rows, and the row behind the last one as an address.
int grid[2][3];
struct table {
    int rows[2][3];
    int rest[6];
} table;

int main(void) {
    int *end = grid[2], *other = table.rows[2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            grid[i][j] = table.rows[i][j];
    return end == other;
}
