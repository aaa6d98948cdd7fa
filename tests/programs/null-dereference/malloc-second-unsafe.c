// The first of two allocations is checked; the second is forgotten.
// options: --malloc-may-fail
// input: 1 0
#include <stdlib.h>

struct pair {
    int *left, *right;
};

int main(void) {
    struct pair pair;
    pair.left = malloc(sizeof(int));
    if (!pair.left)
        return 1;
    pair.right = malloc(sizeof(int));
    *pair.left = 1;
    *pair.right = 2; //~ null-dereference
    free(pair.left);
    free(pair.right);
    return 0;
}
