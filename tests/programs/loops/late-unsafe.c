// What is wrong comes about after a million rounds only.
// input: 1000001
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), rounds = 0;
    for (int i = 0; i < n; i++) {
        if (i == 1000000)
            return 1 / (i - 1000000); //~ division-by-zero
        rounds++;
    }
    return rounds > 5;
}
