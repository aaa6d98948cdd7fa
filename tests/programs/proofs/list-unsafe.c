// The walk goes one node too far.
// options: --unwind 3
// property: valid-deref
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

int main(void) {
    struct node *list = built(), *p = list;
    if (!list)
        return 0;
    while (p->next)
        p = p->next;
    p = p->next;
    return p->value; //~ null-dereference
}
// input: 1 0
