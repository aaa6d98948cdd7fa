// Two nodes point to each other, and one pointer reaches both.
// property: valid-memtrack
#include <stdlib.h>

struct node {
    struct node *other;
};

static struct node *pair(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    return a;
}

int main(void) {
    struct node *a = pair();
    free(a->other);
    free(a);
    return 0;
}
