// options: --function pop
// The caller's element is freed once; that is allowed.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *pop(struct node *list) {
    if (!list)
        return 0;
    struct node *rest = list->next;
    free(list);
    return rest;
}
