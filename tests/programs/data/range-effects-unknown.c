// expect: unknown (unsupported)
// The value of a range is computed once, not for each element.
static int count;

static int next(void) {
    return ++count;
}

int main(void) {
    int table[4] = {[0 ... 3] = next()};
    return table[3] == 4 ? *(int *)0 : 0;
}
