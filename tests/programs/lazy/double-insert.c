// options: --function insert_after --non-null at --non-null new
// An element that is new is linked in; its neighbours point back to it.
#include <assert.h>
struct item {
    struct item *next, *previous;
    long value;
};

void insert_after(struct item *at, struct item *new) {
    if (at == new || at->next == new || at->next == at)
        return;
    new->next = at->next;
    new->previous = at;
    if (at->next)
        at->next->previous = new;
    at->next = new;
    assert(at->next == new && new->previous == at);
    assert(!new->next || new->next->previous == new);
}
