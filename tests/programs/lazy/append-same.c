// options: --function append --unwind 3
// Both arguments may be one list: then the result is a ring, and this loop ends at its own element.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

void append(struct node *a, struct node *b) {
    if (!a || !b || a->next)
        return;
    a->next = b;
    b->next = 0;
    assert(a->next == b); //~ assertion
}
