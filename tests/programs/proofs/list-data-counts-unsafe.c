// The last two nodes hold the counter of the moment, which goes on.
// property: unreach-call
// input: 1 1 1 1 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next;
    int data;
};

static struct node *push(struct node *list, int data) {
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = list;
    return node;
}

int main(void) {
    struct node *list = 0;
    int count = 0;
    for (int i = 0; i < 6 && __VERIFIER_nondet_int(); i++) {
        if (count == 2) {
            list = push(list, count);
            list = push(list, count);
        }
        count = (count + 1) % 64;
    }
    if (list && list->data != count)
        reach_error(); //~ error-call
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
