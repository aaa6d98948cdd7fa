// Elements of an array of structs are moved: they are the same or apart. What a function returns is apart from everything.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    int key;
    char rest[20];
};

static struct entry get(struct entry *from) {
    return *from;
}

int main(void) {
    struct entry table[4] = {{1}, {2}, {3}, {4}};
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i > 3 || k > 3)
        return 0;
    struct entry *to = &table[i], *from = &table[k], kept = *to;
    *to = *from;
    table[k] = kept;
    assert(table[i].key == (int)k + 1 && table[k].key == (int)i + 1);
    table[0] = get(table);
    table[0] = ({ table[0]; });
    return 0;
}
