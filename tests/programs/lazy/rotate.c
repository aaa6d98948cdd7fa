// options: --function rotate_left
// A rotation as in AVL trees; of trees, that is, where no node is its own child.
#include <assert.h>
struct tree {
    int height;
    struct tree *left, *right;
};

struct tree *rotate_left(struct tree *tree) {
    if (!tree || !tree->right || tree->right == tree)
        return tree;
    struct tree *root = tree->right, *middle = root->left;
    root->left = tree;
    tree->right = middle;
    assert(root->left == tree && tree->right == middle);
    return root;
}
