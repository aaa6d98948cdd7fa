// Views of an array by structs: one that starts in the middle of another overlaps it.
// input: 1 3
// input: 0 1
extern unsigned __VERIFIER_nondet_uint(void);

struct pair {
    int a, b;
};

int main(void) {
    int cells[6] = {1, 2, 3, 4, 5, 6};
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i > 2 || k > 4)
        return 0;
    struct pair *pairs = (struct pair *)cells, *any = (struct pair *)&cells[k];
    pairs[i] = *any; //~ overlapping-copy
    return 0;
}
