// A sorted list is built from symbolic values, and its first two are thought to differ.
// input: 4 4
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    unsigned char value;
    struct node *next;
};

static struct node *insert(struct node *list, unsigned char value) {
    struct node *node = malloc(sizeof *node), **place = &list;
    while (*place && (*place)->value < value)
        place = &(*place)->next;
    node->value = value;
    node->next = *place;
    *place = node;
    return list;
}

int main(void) {
    struct node *list = insert(NULL, __VERIFIER_nondet_uchar());
    list = insert(list, __VERIFIER_nondet_uchar());
    int first = list->value, second = list->next->value;
    free(list->next);
    free(list);
    assert(first < second); //~ assertion
    return 0;
}
