// The list is freed node by node, and the link is read from the node just freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    for (struct node *at = list; at; at = at->next) //~ use-after-free
        free(at);
    return 0;
}
