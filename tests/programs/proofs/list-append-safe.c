// A list is built at its end, reversed, and freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void freed(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = 0, *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = 0;
        node->value = 3;
        if (last)
            last->next = node;
        else
            list = node;
        last = node;
    }
    struct node *reversed = 0;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    freed(reversed);
    return 0;
}
