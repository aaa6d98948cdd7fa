// Even 128 bits are too few for the third power of a number of 64.
// input: 0x7fffffffffffffff
extern long __VERIFIER_nondet_long(void);

int main(void) {
    __int128 n = __VERIFIER_nondet_long();
    if (n != 3 && n != 0x7fffffffffffffff)
        return 0;
    __int128 square = n * n;
    __int128 cube = square * n; //~ signed-overflow
    return cube == 0;
}
