// The length of the array is a difference that is at least one.
extern int __VERIFIER_nondet_int(void);

static int width(int low, int high) {
    char row[high - low];
    row[0] = 1;
    return (int)sizeof row - row[0];
}

int main(void) {
    int high = __VERIFIER_nondet_int(), low = __VERIFIER_nondet_int();
    if (low < 0 || low > 8 || high < 0 || high > 8 || high <= low)
        return 0;
    return width(low, high) != high - low - 1;
}
