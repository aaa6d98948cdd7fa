// options: --function rotate_left
// The root has no right child.
struct tree {
    int height;
    struct tree *left, *right;
};

struct tree *rotate_left(struct tree *tree) {
    if (!tree)
        return tree;
    struct tree *root = tree->right;
    tree->right = root->left; //~ null-dereference
    root->left = tree;
    return root;
}
