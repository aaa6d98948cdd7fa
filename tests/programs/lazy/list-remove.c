// options: --function remove_value --unwind 3
// expect: unknown (unwind)
// The first element with a value is taken out and freed.
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
    if (gone) {
        *at = gone->next;
        free(gone);
    }
    return list;
}
