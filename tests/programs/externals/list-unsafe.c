// A function without a body may write to all nodes behind its argument.
// property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next;
    int data;
};

void elsewhere(struct node *list);

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->data = 0;
        node->next = list;
        list = node;
    }
    elsewhere(list);
    if (list && list->data != 0)
        reach_error(); //~ error-call
    return 0;
}
