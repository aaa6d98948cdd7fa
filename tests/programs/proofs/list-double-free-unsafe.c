// A node stays in the list after it was freed.
// options: --unwind 3
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
    struct node *list = built();
    for (struct node *p = list; p;) {
        struct node *next = p->next;
        free(p);
        p = next;
        if (!p && list)
            free(list); //~ double-free
    }
    return 0;
}
// input: 1 0
