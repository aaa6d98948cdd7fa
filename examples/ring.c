/* A list whose first two elements change places: it may be a ring of two.
   `vellum check examples/ring.c --function swap` says `false`, and builds the ring. */
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *swap(struct node *list) {
    if (list == NULL || list->next == NULL || list->next == list)
        return list;
    struct node *second = list->next, *third = second->next;
    second->next = list;
    list->next = third;
    assert(list->next != list);
    return second;
}
