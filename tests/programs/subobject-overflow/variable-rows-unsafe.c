// Rows of variable length have bounds of their own.
// input: 0 2
// input: 1 2
// input: 2 2
// input: 3 2
// input: 4 2
extern int __VERIFIER_nondet_int(void);

static int first(int n, int rows[][n], int i) {
    return rows[0][i]; //~ subobject-overflow
}

int main(void) {
    int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    int n = 2;
    int square[n][n], fixed[2][n], flat[4] = {0};
    int(*row)[n] = square, *p = 0;
    if (i < 0 || i > 2)
        return 0;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            square[k][l] = fixed[k][l] = 0;
    switch (which) {
    case 0:
        return square[0][i]; //~ subobject-overflow
    case 1:
        return fixed[0][i]; //~ subobject-overflow
    case 2:
        return (*row)[i]; //~ subobject-overflow
    case 3:
        return first(n, fixed, i);
    case 4:
        return (*(int(*)[n])flat)[i]; //~ subobject-overflow
    }
    // One behind the last element may be pointed to.
    p = &square[0][i];
    return *(p - i);
}
