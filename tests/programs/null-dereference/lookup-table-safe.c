// The assumption leaves only keys that the lookup finds.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct entry {
    unsigned key;
    int value;
};

static struct entry entries[] = {{1, 10}, {5, 50}, {9, 90}};

static struct entry *find(unsigned key) {
    for (int i = 0; i < 3; i++)
        if (entries[i].key == key)
            return &entries[i];
    return 0;
}

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    __VERIFIER_assume(key % 4 == 1 && key < 10);
    struct entry *entry = find(key);
    entry->value++;
    return 0;
}
