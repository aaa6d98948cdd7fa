// The smallest node of a search tree is removed without regard to its right branch, which is lost.
// property: valid-memtrack
// input: 1 2
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct tree {
    unsigned char key;
    struct tree *left, *right;
};

static struct tree *root;

static void insert(unsigned char key) {
    struct tree **place = &root;
    while (*place)
        place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    *place = malloc(sizeof **place);
    (*place)->key = key;
    (*place)->left = (*place)->right = NULL;
}

static void remove_smallest(void) {
    struct tree **place = &root;
    while ((*place)->left)
        place = &(*place)->left;
    struct tree *smallest = *place;
    *place = NULL;
    free(smallest); //~ memory-leak
}

static void drop(struct tree *tree) {
    if (!tree)
        return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}

int main(void) {
    insert(__VERIFIER_nondet_uchar());
    insert(__VERIFIER_nondet_uchar());
    remove_smallest();
    drop(root);
    root = NULL;
    return 0;
}
