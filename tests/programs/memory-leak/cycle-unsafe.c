// Two nodes point to each other, and nobody else to them.
// property: valid-memtrack
#include <stdlib.h>

struct node {
    struct node *other;
};

static void pair(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
} //~ memory-leak

int main(void) {
    pair();
    return 0;
}
