// options: --function remove_key --unwind 1
// expect: unknown (unwind)
// A node with two children takes over the key of the next larger one, which has at most one.
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
    } else if (!gone->right) {
        *at = gone->left;
    } else {
        struct tree **next = &gone->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct tree *heir = *next;
        gone->key = heir->key;
        *next = heir->right;
        gone = heir;
    }
    free(gone);
    return root;
}
