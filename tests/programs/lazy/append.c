// options: --function append --unwind 3
// expect: unknown (unwind)
// Also where both are one list, or share a part: the last element gets a successor.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

struct node *append(struct node *a, struct node *b) {
    if (!a)
        return b;
    struct node *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    assert(last->next == b);
    return a;
}
