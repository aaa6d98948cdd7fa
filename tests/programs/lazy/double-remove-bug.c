// options: --function unlink --non-null it
// The last element has no next one.
struct item {
    struct item *next, *previous;
    long value;
};

void unlink(struct item *it) {
    if (it->previous)
        it->previous->next = it->next;
    it->next->previous = it->previous; //~ null-dereference
}
