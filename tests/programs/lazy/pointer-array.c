// options: --function chosen --array-bound 4
// A list of an array of lists: the one that is looked at is not known.
struct item {
    struct item *next;
    unsigned value;
};

unsigned chosen(struct item **lists, unsigned which) {
    struct item *it;
    if (lists == 0 || which > 2)
        return 0;
    it = lists[which]; //~ out-of-bounds
    if (it == 0)
        return 0;
    return it->value + it->next->value; //~ null-dereference
}
