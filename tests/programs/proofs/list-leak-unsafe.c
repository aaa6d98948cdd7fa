// The third node is not freed.
// options: --unwind 4
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
    int at = 0;
    while (list) {
        struct node *next = list->next;
        if (++at != 3)
            free(list);
        list = next; //~ memory-leak
    }
    return 0;
}
// input: 1 1 1 0
