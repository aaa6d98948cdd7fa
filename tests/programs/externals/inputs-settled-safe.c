// options: --function both
// A list that ends leads to nothing else.
struct list {
    int value;
    struct list *next;
};
void change(struct list *list);

void both(struct list *list, struct list *other) {
    if (!list || !other || list == other || list->next)
        return;
    other->value = 1;
    change(list);
    if (other->value != 1)
        *(int *)0 = 1;
}
