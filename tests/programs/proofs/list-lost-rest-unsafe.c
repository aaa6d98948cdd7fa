// The rest of a list is kept only for odd inputs; elsewhere it is lost before another list is built.
// input: 1 1 0 0 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *push(struct node *list) {
    struct node *node = malloc(sizeof *node);
    node->data = 0;
    node->next = list;
    return node;
}

struct node *both[2];

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++)
        list = push(list);
    if (!list)
        return 0;
    both[1] = list->next;
    free(list);
    struct node *rest = both[__VERIFIER_nondet_int() & 1];
    list = 0;
    both[1] = 0; //~ memory-leak
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++)
        rest = push(rest);
    while (rest) {
        struct node *next = rest->next;
        free(rest);
        rest = next;
    }
    return 0;
}
