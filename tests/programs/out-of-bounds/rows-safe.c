// Every element of an array of three rows and five columns is written and read.
extern unsigned __VERIFIER_nondet_uint(void);

static char board[3][5];

int main(void) {
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
    if (row >= 3 || column >= 5)
        return 0;
    board[row][column] = 1;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 5; k++)
            sum += board[i][k];
    return sum - 1;
}
