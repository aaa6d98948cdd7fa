// A reversal in place that loses the rest of the list at its first step.
// property: valid-memtrack
// input: 3
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
};

static struct node *list;

static void build(unsigned length) {
    for (unsigned i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
}

static void reverse(void) {
    struct node *reversed = NULL, *at = list;
    while (at) {
        list = at;
        at->next = reversed; //~ memory-leak
        reversed = at;
        at = at->next;
    }
}

static void drop(void) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    build(__VERIFIER_nondet_uint() % 4);
    reverse();
    drop();
    return 0;
}
