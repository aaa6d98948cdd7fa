// options: --function reverse --unwind 3
// expect: unknown (unwind)
struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
