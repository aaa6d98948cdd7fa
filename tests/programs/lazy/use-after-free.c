// options: --function drop
// In a ring, the next element is the one that was freed.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

int drop(struct node *list) {
    if (!list || !list->next)
        return 0;
    struct node *next = list->next;
    free(list);
    return next->value; //~ use-after-free
}
