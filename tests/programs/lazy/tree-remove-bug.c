// options: --function remove_key --unwind 1
// A node without a larger one below it has no heir.
#include <stdlib.h>
struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *remove_key(struct tree *root, int key) {
    struct tree **at = &root;
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *gone = *at;
    if (!gone)
        return root;
    if (!gone->left) {
        *at = gone->right;
    } else {
        struct tree **next = &gone->right;
        while ((*next)->left) //~ null-dereference
            next = &(*next)->left;
        struct tree *heir = *next;
        gone->key = heir->key;
        *next = heir->right;
        gone = heir;
    }
    free(gone);
    return root;
}
