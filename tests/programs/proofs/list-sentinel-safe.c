// A list ends at a node that is no allocation.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

struct node sentinel;

int main(void) {
    struct node *list = &sentinel;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = 1;
        node->next = list;
        list = node;
    }
    while (list != &sentinel) {
        struct node *next = list->next;
        assert(list->data == 1);
        free(list);
        list = next;
    }
    return 0;
}
