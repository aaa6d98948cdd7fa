// Loops, jumps and labels.
int __VERIFIER_nondet_int(void);

static int sum(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3)
            continue;
        total += i;
    }
    for (;;) {
        if (total > 100)
            goto large;
        if (--total < 0)
            break;
    }
    return total;
large:
    return -1;
}

static int count(int n) {
    int rounds = 0;
    while (n > 0) {
        n -= 2;
        rounds++;
    }
    do
        rounds--;
    while (rounds > 3);
    do {
        rounds++;
    } while (0);
    while (1) {
        if (rounds++ > 2)
            return rounds;
    }
}

static void nothing(int n) {
    int array[3];
    int unused;
    if (n)
        return;
    array[0] = n;
    (void)array;
    (void)unused;
} // gcov: no code

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    nothing(n);
    return sum(n) +
           count(n);
}
