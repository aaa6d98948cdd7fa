// options: --function swap
// The programmer forgets that the second element may lead back to the first.
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
    assert(list->next != list); //~ assertion
    return second;
}
