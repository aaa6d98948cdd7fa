/* Pointers in arrays: those at symbolic indices are followed, and their pointees changed. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *nodes[12];
    for (int i = 0; i < 12; i++) {
        nodes[i] = malloc(sizeof *nodes[i]);
        nodes[i]->value = i;
        nodes[i]->next = i == 0 ? nodes[0] : nodes[i - 1];
    }
    for (int step = 0; step < 4; step++) {
        struct node *node = nodes[__VERIFIER_nondet_uint() % 12];
        node->next->value = node->value + 1;
        node = node->next->next;
        assert(node->value >= 0);
    }
    for (int i = 0; i < 12; i++)
        free(nodes[i]);
    return 0;
}
