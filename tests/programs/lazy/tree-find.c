// options: --function find --unwind 3
// expect: unknown (unwind)
struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *find(struct tree *tree, int key) {
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}
