// options: --function take_all
// Where both are one list, it is emptied.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
};

void take_all(struct list *to, struct list *from) {
    if (!to || !from)
        return;
    struct node *all = from->first;
    to->first = all;
    from->first = 0;
    assert(to->first == all); //~ assertion
}
