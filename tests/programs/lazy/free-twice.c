// options: --function drop
// Two lists are dropped that may be one.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

void drop(struct node *a, struct node *b) {
    free(a);
    free(b); //~ double-free
}
