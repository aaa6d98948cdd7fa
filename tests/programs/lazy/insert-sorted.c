// options: --function insert --unwind 3 --property valid-memsafety,assertions
// expect: unknown (unwind)
// The new element stands after all smaller ones.
#include <assert.h>
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *insert(struct node *list, int value) {
    struct node *new = malloc(sizeof *new), **at = &list;
    new->value = value;
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    new->next = *at;
    *at = new;
    assert(!new->next || new->next->value >= value);
    return list;
}
