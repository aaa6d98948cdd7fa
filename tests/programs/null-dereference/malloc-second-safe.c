// Both allocations are checked, and the first is given back when the second fails.
// options: --malloc-may-fail
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
    if (!pair.right) {
        free(pair.left);
        return 1;
    }
    *pair.left = 1;
    *pair.right = 2;
    free(pair.left);
    free(pair.right);
    return 0;
}
