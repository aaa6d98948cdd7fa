// A list of any length is built, walked and freed.
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

static void freed(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = built();
    int sum = 0;
    for (struct node *p = list; p; p = p->next)
        sum ^= p->value;
    freed(list);
    return sum;
}
