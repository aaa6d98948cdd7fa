// options: --function replace_two --unwind 4
// The same walk twice, and something is written in between: the second begins anew.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

int replace_two(struct node *list) {
    for (int count = 0; count < 2; count++) {
        struct node *at = list;
        while (at && at->value != 7)
            at = at->next;
        if (!at)
            return count;
        at->value = 8;
    }
    assert(list->value != 8 || list->next->value != 8); //~ assertion
    return 2;
}
