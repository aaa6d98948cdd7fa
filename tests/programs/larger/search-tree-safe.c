// A binary search tree of three symbolic keys: walked in order they are sorted, and all are found.
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct tree {
    unsigned char key;
    struct tree *left, *right;
};

static void insert(struct tree **tree, unsigned char key) {
    while (*tree) {
        if (key == (*tree)->key)
            return;
        tree = key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
    }
    *tree = malloc(sizeof **tree);
    (*tree)->key = key;
    (*tree)->left = (*tree)->right = NULL;
}

static int contains(const struct tree *tree, unsigned char key) {
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree != NULL;
}

static int previous = -1, count;

static void walk(const struct tree *tree) {
    if (!tree)
        return;
    walk(tree->left);
    assert(previous < tree->key);
    previous = tree->key;
    count++;
    walk(tree->right);
}

static void drop(struct tree *tree) {
    if (!tree)
        return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}

int main(void) {
    struct tree *tree = NULL;
    unsigned char keys[3];
    for (int i = 0; i < 3; i++) {
        keys[i] = __VERIFIER_nondet_uchar();
        insert(&tree, keys[i]);
    }
    for (int i = 0; i < 3; i++)
        assert(contains(tree, keys[i]));
    walk(tree);
    assert(count >= 1 && count <= 3);
    drop(tree);
    return 0;
}
