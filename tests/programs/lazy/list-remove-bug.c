// options: --function remove_value --unwind 2
// There may be no such element.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *remove_value(struct node *list, int value) {
    struct node **at = &list;
    while (*at && (*at)->value != value)
        at = &(*at)->next;
    struct node *gone = *at;
    *at = gone->next; //~ null-dereference
    free(gone);
    return list;
}
