// Nodes anywhere in a list are unlinked and freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *pushed(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->value = value;
    return node;
}

static struct node *built(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int())
        list = pushed(list, 7);
    return list;
}

static void freed(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = built();
    while (list && __VERIFIER_nondet_int()) {
        struct node *first = list;
        list = list->next;
        free(first);
    }
    freed(list);
    return 0;
}
