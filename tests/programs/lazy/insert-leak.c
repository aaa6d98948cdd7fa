// options: --function insert
// The new element is lost if the list is empty.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *insert(struct node *list, int value) {
    struct node *new = malloc(sizeof *new);
    new->value = value;
    if (!list)
        return 0; //~ memory-leak
    new->next = list->next;
    list->next = new;
    return list;
}
