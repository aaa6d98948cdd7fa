// options: --function swap
// The first two elements change places; nothing is lost, also where they are one.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

struct node *swap(struct node *list) {
    if (!list || !list->next || list->next == list)
        return list;
    struct node *second = list->next, *third = second->next;
    second->next = list;
    list->next = third;
    assert(second->next == list);
    if (third != list)
        assert(list->next == third && third != second->next);
    return second;
}
