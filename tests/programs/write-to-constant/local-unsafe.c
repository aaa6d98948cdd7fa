// A local or a parameter that is constant keeps its value, which compilers take for granted.
// input: 0
// input: 1
extern int __VERIFIER_nondet_int(void);

struct range {
    int low, high;
};

static int widened(const struct range range) {
    ((struct range *)&range)->high++; //~ write-to-constant
    return range.high;
}

int main(void) {
    struct range range = {1, 2};
    if (__VERIFIER_nondet_int())
        return widened(range) == 4;
    for (int i = 0; i < 2; i++) {
        const int limit = i;
        const int table[2] = {limit, 2};
        int *p = i ? (int *)&limit : (int *)&table[1];
        *p = 4; //~ write-to-constant
    }
    return 0;
}
