// options: --function merge --max-depth 10
// expect: unknown (decisions)
// Leftist heaps.
struct heap {
    int key, rank;
    struct heap *left, *right;
};

static int rank(struct heap *heap) { return heap ? heap->rank : 0; }

struct heap *merge(struct heap *a, struct heap *b) {
    if (!a)
        return b;
    if (!b)
        return a;
    if (b->key < a->key) {
        struct heap *other = a;
        a = b;
        b = other;
    }
    a->right = merge(a->right, b);
    if (rank(a->left) < rank(a->right)) {
        struct heap *other = a->left;
        a->left = a->right;
        a->right = other;
    }
    if (rank(a->right) < 1000)
        a->rank = rank(a->right) + 1;
    return a;
}
