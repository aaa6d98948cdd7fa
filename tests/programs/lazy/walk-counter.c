// options: --function fifth --unwind 6
// A list that leads back to its start after four: the variables of a walk that counts are never what they were.
#include <assert.h>
struct node {
    int value;
    struct node *next;
};

int fifth(struct node *list) {
    int count = 0;
    for (struct node *at = list; at; at = at->next) {
        assert(count != 4 || at != list); //~ assertion
        count++;
    }
    return count;
}
