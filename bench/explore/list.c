/* A sorted list, in which the heap's shape follows from decisions: SIZE symbolic numbers are inserted or
   left out, then the list is walked and freed. */
#include <assert.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 5
#endif

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < SIZE; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0)
            continue;
        struct node **place = &head;
        while (*place && (*place)->value < value)
            place = &(*place)->next;
        if (*place && (*place)->value == value)
            continue;
        struct node *node = malloc(sizeof *node);
        node->value = value;
        node->next = *place;
        *place = node;
    }
    while (head) {
        struct node *next = head->next;
        assert(!next || head->value < next->value);
        free(head);
        head = next;
    }
    return 0;
}
