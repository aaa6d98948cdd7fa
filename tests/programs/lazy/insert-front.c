// options: --function insert
// What is returned, and what can be reached from it, is not lost.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

struct node *insert(struct node *list, int value) {
    struct node *new = malloc(sizeof *new);
    new->value = value;
    new->next = list;
    return new;
}
