// The second node of a list is taken out and freed.
// property: valid-memtrack
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *push(struct node *list) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    return node;
}

int main(void) {
    struct node *list = push(push(push(NULL)));
    struct node *second = list->next;
    list->next = second->next;
    free(second);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
