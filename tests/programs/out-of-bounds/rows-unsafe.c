// Row and column are exchanged in an array of three rows and five columns.
// input: 4 0
extern unsigned __VERIFIER_nondet_uint(void);

static char board[3][5];

int main(void) {
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
    if (row >= 5 || column != 0)
        return 0;
    return board[row][column]; //~ out-of-bounds
}
