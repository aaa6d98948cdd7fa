// options: --function remove_min --unwind 2
// An empty tree has no smallest key.
#include <stdlib.h>
struct tree {
    int key;
    struct tree *left, *right;
};

int remove_min(struct tree **at) {
    if (!at)
        return 0;
    while ((*at)->left) //~ null-dereference
        at = &(*at)->left;
    struct tree *gone = *at;
    int key = gone->key;
    *at = gone->right;
    free(gone);
    return key;
}
