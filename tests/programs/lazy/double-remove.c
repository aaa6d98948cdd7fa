// options: --function unlink --non-null it
struct item {
    struct item *next, *previous;
    long value;
};

void unlink(struct item *it) {
    if (it->previous)
        it->previous->next = it->next;
    if (it->next)
        it->next->previous = it->previous;
}
