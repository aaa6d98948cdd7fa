// expect: unknown (unsupported)
// options: --function both
// A list that is an input may go on to another input, which the function without a body then writes too.
struct list {
    int value;
    struct list *next;
};
void change(struct list *list);

void both(struct list *list, struct list *other) {
    if (!list || !other || list == other)
        return;
    other->value = 1;
    change(list);
    if (other->value != 1)
        *(int *)0 = 1;
}
