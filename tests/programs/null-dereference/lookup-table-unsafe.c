// The lookup returns null for a key that no entry has; main forgets that.
// input: 4
extern unsigned __VERIFIER_nondet_uint(void);

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
    struct entry *entry = find(__VERIFIER_nondet_uint());
    entry->value++; //~ null-dereference
    return 0;
}
