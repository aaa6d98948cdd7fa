// Conditions: each operand of `&&` and `||` has two outcomes.
int __VERIFIER_nondet_int(void);

static int global;

static int both(int a, int b) {
    return a && b;
}

static int choose(int a, int b) {
    int larger = a > b ? a - 1 : b - 1;
    int other = a ? b : global;
    int truth = a ? 1 : 0;
    int opposite = a == 3 ? 0 : 1;
    return larger + other + truth + opposite + (a ?: 5);
}

static int nested(int a, int b, int c) {
    if (!(a > 1 && (b > 1 || c > 1)) || a == 7)
        return 1;
    else if (a == 5)
        return 2;
    if (sizeof(int) == 4 && a == 6)
        return 3;
    if (0)
        return 4;
    return b > 3, c > 3;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    if (a < 0 || a > 10 || b < 0 || b > 10 || c < 0 || c > 10)
        return 1;
    _Bool some = a;
    int is_small = a < 3;
    global = both(a, b) + is_small + some;
    (void)nested(a, b, c);
    c > 3 ? choose(a, b) : (void)0;
    a && (global = 2);
    return 0;
}
