// What is behind the pointers of an object is reached as well, also where the object itself is constant.
#include <assert.h>
struct list {
    int value;
    struct list *next;
};
void change(struct list *list);
void change_rest(const struct list *list);

int main(void) {
    struct list last = {3, 0}, middle = {2, &last}, first = {1, &middle};
    struct list behind = {5, 0}, kept = {4, &behind};
    change(&first);
    change_rest(&kept);
    assert(kept.value == 4 && kept.next == &behind);
    assert(last.value == 3); //~ assertion
    assert(behind.value == 5); //~ assertion
    return 0;
}
