// expect: unknown (undefined: bad-call)
// property: valid-memsafety
// The function is there, but takes other arguments: that is a rule of its own.
static int twice(int n, int m) {
    return n + m;
}

int main(void) {
    int (*function)(double) = (int (*)(double))twice;
    return function(1.0);
}
