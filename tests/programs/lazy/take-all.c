// options: --function take_all
// One list is emptied into another one; if both are one, there is nothing to do.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
};

void take_all(struct list *to, struct list *from) {
    if (!to || !from || to == from)
        return;
    struct node *all = from->first;
    to->first = all;
    from->first = 0;
    assert(to->first == all);
}
