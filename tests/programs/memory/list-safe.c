// A list is built at its front or its end as the input decides; its length is right.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        struct node **place = &list;
        if (__VERIFIER_nondet_int())
            while (*place)
                place = &(*place)->next;
        node->next = *place;
        *place = node;
    }
    int length = 0, sum = 0;
    while (list) {
        struct node *next = list->next;
        length++;
        sum += list->value;
        free(list);
        list = next;
    }
    assert(length == 3 && sum == 3);
    return 0;
}
