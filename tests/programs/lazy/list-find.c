// options: --function find --unwind 4
// expect: unknown (unwind)
// A list of any length, with or without a cycle: no element is missed, and null ends it.
struct node {
    int value;
    struct node *next;
};

struct node *find(struct node *list, int value) {
    while (list && list->value != value)
        list = list->next;
    return list;
}
