// options: --function insert --unwind 2
// expect: unknown (unwind)
#include <assert.h>
#include <stdlib.h>
struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *insert(struct tree *tree, int key) {
    struct tree *root = tree, *new = malloc(sizeof *new);
    struct tree **at = &root;
    new->key = key;
    new->left = new->right = 0;
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = new;
    assert(root);
    return root;
}
