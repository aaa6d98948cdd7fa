// options: --function find --unwind 4
// The end of the list is not looked for.
struct node {
    int value;
    struct node *next;
};

struct node *find(struct node *list, int value) {
    while (list->value != value) //~ null-dereference
        list = list->next;
    return list;
}
