/* Lists on the heap, built, walked and freed many times; one number in each is symbolic. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    for (int round = 0; round < 100; round++) {
        struct node *list = 0;
        int unknown = __VERIFIER_nondet_int(), same = 0;
        for (int i = 0; i < 500; i++) {
            struct node *node = malloc(sizeof *node);
            node->value = i == 100 ? unknown : i;
            node->next = list;
            list = node;
        }
        while (list) {
            struct node *next = list->next;
            same |= list->value ^ unknown;
            free(list);
            list = next;
        }
        assert(same != 0 || unknown < 500);
    }
    return 0;
}
