// A list of symbolic length is reversed in place: the values come in the other order.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned value;
    struct node *next;
};

static struct node *build(unsigned length) {
    struct node *list = NULL;
    for (unsigned i = length; i > 0; i--) {
        struct node *node = malloc(sizeof *node);
        node->value = i - 1;
        node->next = list;
        list = node;
    }
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 5;
    struct node *list = reverse(build(length));
    unsigned expected = length;
    while (list) {
        struct node *next = list->next;
        expected--;
        assert(list->value == expected);
        free(list);
        list = next;
    }
    assert(expected == 0);
    return 0;
}
