// options: --function append
// Whatever came after the first element is lost.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

struct node *append(struct node *a, struct node *b) {
    if (!a)
        return b;
    struct node *second = a->next;
    a->next = b;
    assert(!second || a->next == second); //~ assertion
    return a;
}
