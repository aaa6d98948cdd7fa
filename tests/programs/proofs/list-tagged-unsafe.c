// Links are read without their lowest bits, as if they had tags; the second node has a successor.
// property: unreach-call
// input: 1 1 1 0
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next;
    int data;
};

static struct node *without_tag(struct node *node) {
    return (struct node *)((uintptr_t)node & ~(uintptr_t)7);
}

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    if (list && list->next && without_tag(list->next)->next)
        reach_error(); //~ error-call
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
