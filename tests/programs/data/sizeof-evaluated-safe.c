// The operand of sizeof is evaluated if its type is that of a variable array, and so is that of typeof.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int nested(int n, typeof(*(int(*)[n++])0) * rows) {
    return n * 100 + sizeof *rows;
}

static int rows(int m, int v[][m]) {
    int n = 0;
    int s = sizeof v[n++];
    assert(n == 1);
    return s;
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = 1;
    if (m < 1 || m > 3)
        return 0;
    int v[2][m];
    int row = m * (int)sizeof(int);
    int s = sizeof v[n++];
    assert(n == 2 && s == row);
    int(*p)[m] = v;
    s = sizeof *(n++, p);
    assert(n == 3 && s == row);
    s = sizeof(*(int(*)[n++])0);
    assert(n == 4 && s == 12);
    char b[100];
    s = sizeof((*(int(*)[5][n])b)[1]);
    assert(s == 16);
    s = sizeof *(int(*)[n++]){0};
    assert(n == 5 && s == 16);
    s = rows(m, v);
    assert(s == row);
    s = nested(3, 0);
    assert(s == 412);
    // Nothing is read.
    p = 0;
    assert(sizeof *p == row);
    int(*made)[m] = malloc(2 * sizeof *made);
    free(made);
    // Not evaluated: neither is a variable array.
    s = sizeof &v[n++];
    assert(n == 5 && s == sizeof(void *));
    s = sizeof(int(*)[n++]);
    assert(n == 5 && s == sizeof(void *));
    typeof(v[n++ - 5]) w;
    assert(n == 6 && sizeof w == row);
    typeof(*(int(*)[n++])0) x;
    assert(n == 7 && sizeof x == 24);
    return 0;
}
