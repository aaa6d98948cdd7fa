// Rows of variable length, each index within its own, and one that is as long as asked for.
extern int __VERIFIER_nondet_int(void);

static int sum(int n, int rows[][n]) {
    int result = 0;
    for (int i = 0; i < n; i++)
        result += rows[1][i] + (*rows)[i];
    return result;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int square[2][n];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < n; k++)
            square[i][k] = i + k;
    int *end = &square[0][n];
    // All elements as one row.
    int(*all)[2 * n] = (int(*)[2 * n])square;
    return sum(n, square) + (*all)[2 * n - 1] + (end - square[0]);
}
