// expect: unknown (unsupported)
// What a function without a body makes of a pointer is an object that is not known here: no finding, and no proof.
struct list {
    int value;
    struct list *next;
};
void append(struct list *list);

int main(void) {
    struct list first = {1, 0};
    append(&first);
    return first.next->value;
}
