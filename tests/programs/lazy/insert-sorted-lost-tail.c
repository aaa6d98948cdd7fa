// options: --function insert --unwind 2 --property valid-memsafety,assertions
// The rest of the list is lost, which nobody sees; that the new element has one, the assertion does.
#include <assert.h>
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *insert(struct node *list, int value) {
    struct node *new = malloc(sizeof *new), **at = &list, *rest;
    new->value = value;
    new->next = 0;
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    rest = *at;
    *at = new;
    assert(new->next == rest); //~ assertion
    return list;
}
