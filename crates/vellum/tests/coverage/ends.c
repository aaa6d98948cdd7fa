// Paths that end in the middle: what stands behind the end is not covered.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static void stop(int n) {
    if (n == 1)
        exit(1);
    if (n == 2)
        abort();
}

static int before(int n) {
    return 100 / n;
}

static int recursive(int n) {
    if (n == 0)
        return 0;
    int rest = recursive(n - 1);
    if (rest == 2)
        exit(3);
    return rest + 1;
}

static int first(int n) {
    return n + 1;
}

static int second(int n) {
    return n + 2;
}

int main(void) {
    static int (*const table[])(int) = {first, second};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 8);
    stop(n);
    assert(n != 3);
    if (n == 4)
        recursive(n);
    if (n == 5) {
        int *null = NULL;
        *null = before(n);
        n = 6; // gcov: covered
    }
    return table[n % 2](n) == 0;
}
