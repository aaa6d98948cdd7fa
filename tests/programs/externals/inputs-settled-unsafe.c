// options: --function both
// A list that goes on to the other is written there too.
struct list {
    int value;
    struct list *next;
};
void change(struct list *list);

void both(struct list *list, struct list *other) {
    if (!list || !other || list == other || list->next != other || other->next)
        return;
    other->value = 1;
    change(list);
    if (other->value != 1)
        *(int *)0 = 1; //~ null-dereference
}
